// What carries one session's output: a place on a sidecar's link, a WebSocket of its own, or a test.
import type { Frame } from '../games/game.ts'
import type { Transport } from '../wire/framing.ts'
import type { Urgency } from '../wire/link.ts'
import type { Stored } from './store.ts'

/** How far a turn has come with its seat's frame. */
export interface Taken {
  /** Of the frame; 0 is the greeting. */
  readonly seq: number
  /** 0: the frame is done. Above: the session goes on from here in another turn. */
  readonly part: number
}

export interface Line {
  /** Of its session alone, restarts included, and a secret: who has it has the session. */
  readonly token: string
  readonly address: string
  readonly transport: Transport
  readonly compressed: boolean
  /** When its session began, in milliseconds since 1970, if it knows. */
  readonly came?: number
  /** False while so many replies are not yet received that the next frame must wait; then `WorldHost.pump`. */
  readonly ready: boolean
  /** Lines of one caster get a common frame together. */
  readonly caster?: Caster
  /** A frame from outside the session's own turn: nobody keeps it. */
  push(frame: Frame, urgency?: Urgency): void
  /** Where the next turn goes on in the frame at hand, as `Session.receive` counts; 0: at its beginning. */
  readonly part: number
  /** A frame, or a part of it, is taken. Holds its replies and the session's note until `release` or `discard`. */
  finish(taken: Taken, replies: readonly Frame[], note: Uint8Array | undefined): void
  /** Adds to a turn's changes what must become durable with it for the session to go on after it. */
  record(changes: Map<string, Stored | undefined>): void
  /** The turn is committed: what `finish` holds is kept, and may leave. */
  release(): void
  /** The turn failed: what `finish` holds never was. */
  discard(): void
  /**
   * The session is over, for this reason: adds what must be remembered of that, or forgotten, to the turn's changes.
   * `forGood`: even where nothing of it was durable, it must not go on after a crash.
   */
  end(changes: Map<string, Stored | undefined>, reason: string, forGood?: boolean): void
  /** The client hears what is sent to its address. */
  proven(): void
  /** Tells the client and hangs up. */
  hangUp(reason: string): void
}

export interface Caster {
  cast(lines: readonly Line[], frame: Frame, urgency: Urgency): void
}
