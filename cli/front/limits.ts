// What the front waits for, and how much it holds.
import type { Pace } from '../../wire/pace.ts'
import type { ConnectionLimits } from './connections.ts'

export interface FrontLimits {
  readonly connections: ConnectionLimits
  /** Requests with a body: each takes a quarter of a MiB of the runtime's memory, however little of the body has come. */
  readonly bodies: ConnectionLimits
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
  connections: { inAll: 4_096, perAddress: 512 },
  bodies: { inAll: 128, perAddress: 32 },
  headersMs: 15_000,
  pace: { graceMs: 15_000, bytesPerSecond: 4_096 },
  unreadMs: 20_000,
  idleMs: 30_000,
  restartMs: 5_000,
  lookMs: 1_000,
}
