// What the front waits for, and how much it holds.
import type { Pace } from '../../wire/pace.ts'
import type { ConnectionLimits } from './connections.ts'

export interface FrontLimits extends ConnectionLimits {
  /** Milliseconds from connecting, or from a request's first byte, to the end of its headers. */
  readonly headersMs: number
  /** Of a body, while the runtime reads it. */
  readonly pace: Pace
  /** Milliseconds for which a client may leave unread what waits for it. */
  readonly unreadMs: number
  /** Milliseconds for which a connection may be idle between requests. */
  readonly idleMs: number
  /** Milliseconds for which requests wait for a runtime that is being restarted. */
  readonly restartMs: number
  /** Milliseconds between looks at what is under way. */
  readonly lookMs: number
}

export const frontLimits: FrontLimits = {
  inAll: 4_096,
  perAddress: 512,
  headersMs: 15_000,
  pace: { graceMs: 15_000, bytesPerSecond: 4_096 },
  unreadMs: 60_000,
  idleMs: 30_000,
  restartMs: 5_000,
  lookMs: 1_000,
}
