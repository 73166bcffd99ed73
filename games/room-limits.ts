// The limits that a game sets for its rooms.

/**
 * Limits that the Room enforces. A session over a rate is not closed; its next frame waits. 0 means no limit.
 * @example games/soaprun/index.ts
 */
export interface RoomLimits {
  readonly messagesPerSecond: number
  readonly messageBurst: number
  readonly bytesPerSecond: number
  /** Maximum size of a client's frame, in bytes. A larger frame closes the session. */
  readonly maxFrameBytes: number
  /** Bytes per session of unanswered frames, and of replies that the client has not received yet (usually 64 KiB). */
  readonly windowBytes: number
  readonly maxSessions: number
  /** Connections per address. Loopback is not counted. */
  readonly maxSessionsPerAddress: number
  /** Maximum number of spectators, in addition to `maxSessions` (default 200). */
  readonly maxSpectators?: number
  /** CPU budget. Omit it to charge nothing. */
  readonly work?: WorkLimits
  /** Milliseconds of silence after which the Room closes a session. */
  readonly idleTimeoutMs: number
}

/**
 * CPU budget in steps (about 0.25 µs each) per payer: a session, or `Session.quotaKey` if the game sets it. An address
 * has four times as much; loopback is not counted. The Room charges a transaction after it ran, and delays the next one
 * of a payer in debt. One eighth of the budget is guaranteed to each payer. The payers that need more share the rest,
 * so that many together spend little more than one.
 * @example games/archipelago/protocol/limits.ts
 */
export interface WorkLimits {
  readonly stepsPerSecond: number
  /**
   * Steps that a payer may spend at once. The Room spreads a burst out so that other sessions run in between.
   */
  readonly stepBurst: number
  /**
   * Whether the game charges what it sends with `GameContext.chargeSteps`. Otherwise the Room adds, per receiver, one
   * step and one for each 16 bytes.
   */
  readonly chargesOwnSends?: boolean
}
