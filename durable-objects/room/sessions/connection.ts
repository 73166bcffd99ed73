// The transport of one session's output: a session on a sidecar's link, a WebSocket of its own, or a test.
import type { Frame } from '../../../games/game.ts'
import type { Urgency } from '../../../wire/link/link-codec.ts'
import type { Transport } from '../../../wire/net/framing.ts'
import type { Stored } from '../../storage/records.ts'

/** How far a transaction got with its session's frame. */
export interface FrameProgress {
  /** Number of the frame; 0 is the greeting. */
  readonly seq: number
  /** 0: the frame is done. Above 0: the session continues from here in another transaction. */
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
  /** False while too many replies are unacknowledged for another frame; `WorldRuntime.processQueue` follows. */
  readonly isReady: boolean
  /** Connections of one multicaster get a common frame together. */
  readonly multicaster?: Multicaster
  /** Sends a frame from outside the session's own transaction. It is not stored. */
  send(frame: Frame, urgency?: Urgency): void
  /** Where the next transaction continues in the current frame, as `Session.receive` counts; 0: at its start. */
  readonly framePart: number
  /** A frame, or a part of it, is processed. Holds its replies and the session's resume state until `sendStaged` or `discardStaged`. */
  stageReplies(progress: FrameProgress, replies: readonly Frame[], resumeState: Uint8Array | undefined): void
  /** Adds to a transaction's changes the state that the session needs to resume after it. */
  addCheckpoint(changes: Map<string, Stored | undefined>): void
  /** The transaction is committed: applies and sends what `stageReplies` holds. */
  sendStaged(): void
  /** The transaction failed: drops what `stageReplies` holds. */
  discardStaged(): void
  /**
   * The session ends for this reason: adds what must be stored or deleted to the transaction's changes. `forGood`: it must not
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
