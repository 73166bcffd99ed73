/**
 * Limits that the Room enforces. If a session exceeds a rate, its next frame waits, and the session stays open. 0 means
 * no limit.
 * @example games/soaprun/index.ts
 */
export interface RoomLimits {
  readonly messagesPerSecond: number
  readonly messageBurst: number
  readonly bytesPerSecond: number
  /** Bytes. A larger frame closes the session. */
  readonly maxFrameBytes: number
  /** Maximum bytes of a session's unanswered frames, and of replies that its client lacks (usually 64 KiB). */
  readonly windowBytes: number
  readonly maxSessions: number
  /** Sessions from loopback addresses are not counted. */
  readonly maxSessionsPerAddress: number
  /** Maximum number of spectators, in addition to `maxSessions` (default 200). */
  readonly maxSpectators?: number
  /** Absent: the Room charges no steps. */
  readonly work?: WorkLimits
  /** Milliseconds without a frame after which the Room closes a session. */
  readonly idleTimeoutMs: number
}

/**
 * CPU budget of each payer in steps (about 0.25 µs each). A payer is a session, or all sessions with the same
 * `Session.quotaKey` if the game sets it. All payers of an address together have four times that budget; loopback
 * addresses have no limit. The Room charges a transaction after it has run. A payer that has overspent its budget has
 * to wait for its next transaction. One eighth of the budget is guaranteed to each payer. Above that, all payers share
 * a common budget, so that many payers together spend little more than a single one.
 * @example games/archipelago/protocol/limits.ts
 */
export interface WorkLimits {
  readonly stepsPerSecond: number
  /** Steps that a payer may spend at once. The Room runs other sessions in between. */
  readonly stepBurst: number
  /**
   * Whether the game itself charges its sends by `GameContext.chargeSteps`. Otherwise the Room charges, per receiver,
   * one step plus one step for each 16 bytes.
   */
  readonly chargesOwnSends?: boolean
}
