// The transport of one session's output: a session on a sidecar's link, a WebSocket of its own, or a test.
import type { Frame } from '../../../games/game.ts'
import type { Urgency } from '../../../wire/link/link-codec.ts'
import type { Transport } from '../../../wire/net/framing.ts'
import type { Stored } from '../../storage/records.ts'

/** How far a turn got with its session's frame. */
export interface FrameProgress {
  /** Number of the frame; 0 is the greeting. */
  readonly seq: number
  /** 0: the frame is done. Above 0: the session continues from here in another turn. */
  readonly part: number
}

export interface Connection {
  /** Unique to its session, restarts included, and a secret: it gives access to the session. */
  readonly token: string
  readonly address: string
  readonly transport: Transport
  readonly compressed: boolean
  /** When its session started, in milliseconds since 1970, if known. */
  readonly startedAt?: number
  /** False while too many replies are unacknowledged for another frame; `WorldHost.pump` follows. */
  readonly isReady: boolean
  /** Lines of one caster get a common frame together. */
  readonly multicaster?: Multicaster
  /** Sends a frame from outside the session's own turn. It is not stored. */
  send(frame: Frame, urgency?: Urgency): void
  /** Where the next turn continues in the current frame, as `Session.receive` counts; 0: at its start. */
  readonly framePart: number
  /** A frame, or a part of it, is processed. Holds its replies and the session's note until `release` or `discard`. */
  stageReplies(progress: FrameProgress, replies: readonly Frame[], resumeState: Uint8Array | undefined): void
  /** Adds to a turn's changes the state that the session needs to resume after it. */
  addCheckpoint(changes: Map<string, Stored | undefined>): void
  /** The turn is committed: applies and sends what `finish` holds. */
  sendStaged(): void
  /** The turn failed: drops what `finish` holds. */
  discardStaged(): void
  /**
   * The session ends for this reason: adds what must be stored or deleted to the turn's changes. `forGood`: it must not
   * resume after a crash, even if none of it was durable.
   */
  addEnd(changes: Map<string, Stored | undefined>, reason: string, forGood?: boolean): void
  /** The client's address is validated. */
  setAddressValidated(): void
  /** Sends the reason to the client and disconnects. */
  disconnect(reason: string): void
}

export interface Multicaster {
  multicast(lines: readonly Connection[], frame: Frame, urgency: Urgency): void
}
