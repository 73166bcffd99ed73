// A game's world, its sessions, and its spectators.
import type { Frame } from './game-context.ts'

/**
 * A room's state and rules: plain data and the game's actions. No bytes, no sockets.
 * @example games/soaprun/world.ts
 */
export interface World {
  readonly players: number
  readonly capacity: number
  /**
   * Whether at least one player plays, or has joined far enough to wait for ticks. The world ticks and is saved only
   * while this is true, so an idle connection causes no work.
   */
  readonly isOccupied: boolean
  /** Milliseconds between ticks while occupied. 0: never ticks. */
  readonly tickMs: number
  tick(now: number): void
  /** When the Room should call `wake`, in `GameContext.now()` milliseconds; undefined for never. */
  readonly wakeAt?: number | undefined
  wake?(now: number): void
  /**
   * Writes state that may roll back by up to 2 s. The Room calls it at most 2 s after any event while occupied, and
   * when the world is no longer occupied.
   */
  save?(): void
  /**
   * Whether there is state for `save` to write. Implement it if that is rare: otherwise every event keeps the room
   * awake for those 2 s.
   */
  readonly hasUnsavedState?: boolean
}

/**
 * A session with one peer. Throwing WireError closes it: throw before you change the world, because only stored records
 * roll back. Any other error is a bug: it closes the session, and the Room reopens the world.
 * @example games/soaprun/session.ts
 */
export interface Session {
  /**
   * Handles one frame. Its writes are committed before a reply leaves. If it returns a promise, later frames of this
   * session wait; the resolved function runs as the rest of the transaction, and only that function may write.
   *
   * A frame that costs more than about 32,768 steps (8 ms) must be processed in parts, each in its own transaction: do
   * one part and return the progress, a whole number above 0. The Room charges the part, runs other sessions, and calls
   * again with the same frame and that number as `from`. The number is stored in the part's transaction, so no part is
   * applied twice after a restart. Replies leave when the frame is done.
   * @param from 0 for the frame's first part.
   */
  receive(frame: Frame, from: number): ReceiveResult | Promise<() => ReceiveResult>
  /**
   * Whether the frame probably only reads. When frames of several sessions arrive together, the Room runs these first and
   * sends their replies before it commits the others. A wrong guess affects only the order.
   */
  isReadOnly?(frame: Frame): boolean
  /**
   * The link to the sidecar was down, or the room restarted: frames sent outside `receive` may be lost. Resend what the
   * client needs. Not called after hibernation, because sockets survive it.
   */
  onResumed(): void
  /**
   * Shows a line of the room to this player only, who has a name. ASCII. Does nothing if this client can show none. The Room
   * calls it in a transaction without a session.
   */
  showText?(text: string): void
  /** The session is over. `lost`: the client's connection has ended; otherwise the room has ended the session. */
  onClosed(lost: boolean): void
  /** The state that this session needs to resume: the client's view, never world state. */
  readonly resumeState: Uint8Array | undefined
  /**
   * The player's identity once known, as other players see it: a character, a slot, or a place that the game assigned.
   * The Room reads it after each transaction of the session.
   */
  readonly name?: string | undefined
  /**
   * The player in the words that other players see, such as the colour of the figure, for the owner's list of players. If
   * absent, it is the name.
   */
  readonly label?: string | undefined
  /**
   * The payer of this session's transactions, such as a character or slot, so that its sessions share one budget. If
   * absent, the session pays for itself.
   */
  readonly quotaKey?: string | undefined
}

/**
 * Void: the frame is done. A number above 0: the next part continues from there.
 * @example games/archipelago/session.ts
 */
export type ReceiveResult = number | void

/**
 * The spectator feed of a room. It shows only what players can see. The Room calls it between transactions.
 * @example games/soaprun/protocol/spectator-feed.ts
 */
export interface SpectatorFeed {
  /** A full snapshot for a new spectator. */
  snapshot(now: number): readonly Frame[]
  /**
   * Minimum interval between calls of `delta` in milliseconds (default 100). The Room lengthens it if there are many
   * spectators.
   */
  readonly minIntervalMs?: number
  /** The changes since the last `snapshot` or `delta`, for all spectators that received it. Called after transactions. */
  delta(now: number): readonly Frame[]
  /** The last spectator has left: release state that only spectators need. */
  onNoSpectators(): void
}
