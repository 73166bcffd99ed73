import type { Frame } from './game-context.ts'

/**
 * The state and the rules of a room. It is independent of packets and sockets.
 * @example games/soaprun/world.ts
 */
export interface World {
  readonly players: number
  readonly capacity: number
  /**
   * Whether at least one player plays, or is joining and waits for ticks. The world ticks and is saved only while this
   * is true, so idle connections cause no work.
   */
  readonly isOccupied: boolean
  /** Milliseconds between ticks while occupied. 0: never ticks. */
  readonly tickMs: number
  tick(now: number): void
  /** When the Room should call `wake`, in `GameContext.now()` milliseconds; undefined for never. */
  readonly wakeAt?: number | undefined
  wake?(now: number): void
  /**
   * Writes state that may roll back by up to 2 s. While the world is occupied, the Room calls this at most 2 s after
   * any event. It also calls this when the world is no longer occupied.
   */
  save?(): void
  /**
   * Whether there is state for `save` to write. Implement it if the world rarely has such state. Without this method,
   * every event keeps the room in memory for those 2 s.
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
   * session wait. The function to which the promise resolves then runs as the rest of the transaction, and only that
   * function may write.
   *
   * A frame that costs more than about 32,768 steps (8 ms) must be processed in parts, each in a transaction of its
   * own: process one part and return the progress, a whole number above 0. The Room charges the part, runs other
   * sessions, and calls again with the same frame and that number as `from`. The number is stored in the part's
   * transaction, so no part is applied twice after a restart. Replies are sent when the frame is done.
   * @param from 0 for the frame's first part.
   */
  receive(frame: Frame, from: number): ReceiveResult | Promise<() => ReceiveResult>
  /**
   * Whether the frame probably only reads. When frames of several sessions arrive together, the Room first runs those
   * that only read, and sends their replies before it commits the others. A wrong guess affects only the order.
   */
  isReadOnly?(frame: Frame): boolean
  /**
   * Called when the session is resumed after the link to the sidecar was lost or the room restarted. Frames sent
   * outside `receive` may be lost, so resend the state that the client needs. Not called after hibernation, because
   * sockets survive it.
   */
  onResumed(): void
  /**
   * Shows a line of ASCII text to the player of this session only. Does nothing if the client cannot show text. The
   * Room calls it only if the player has a name, and in a transaction without a session.
   */
  showText?(text: string): void
  /** `lost`: true if the client has disconnected, false if the room has ended the session. */
  onClosed(lost: boolean): void
  /** The state from which this session resumes: the state that the client has received, but not the world's. */
  readonly resumeState: Uint8Array | undefined
  /**
   * The player's identity as other players see it: a character, a slot, or a place that the game has assigned.
   * Undefined until it is known. The Room reads it after each transaction of the session.
   */
  readonly name?: string | undefined
  /**
   * The player in the words that other players see, such as the colour of the figure, for the owner's list of players.
   * Absent: the list shows the name.
   */
  readonly label?: string | undefined
  /**
   * The payer of this session's transactions, such as a character or a slot. All sessions with the same payer share one
   * budget. Absent: the session has a budget of its own.
   */
  readonly quotaKey?: string | undefined
}

/**
 * Void: the frame is done. A number above 0: the frame is not done, and the next call gets this number as `from`.
 * @example games/archipelago/session.ts
 */
export type ReceiveResult = number | void

/**
 * The spectator feed of a room. It shows only what players can see. The Room calls it between transactions.
 * @example games/soaprun/protocol/spectator-feed.ts
 */
export interface SpectatorFeed {
  snapshot(now: number): readonly Frame[]
  /** Minimum milliseconds between calls of `delta` (default 100). The Room lengthens it for many spectators. */
  readonly minIntervalMs?: number
  /** The changes since the last call of `snapshot` or `delta`, for all spectators that have received a snapshot. */
  delta(now: number): readonly Frame[]
  /** Called when the last spectator has left. Releases state that only spectators need. */
  onNoSpectators(): void
}
