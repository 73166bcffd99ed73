// Timeouts and limits of the front.
import type { MinUploadRate } from '../../wire/net/upload-rate.ts'
import type { ConnectionLimits } from './connection-limiter.ts'

export interface FrontProxyLimits {
  readonly connections: ConnectionLimits
  /** Requests with a body: each takes a quarter of a MiB of the runtime's memory, however little has arrived. */
  readonly bodies: ConnectionLimits
  /** Milliseconds from the connection, or a request's first byte, to the end of its headers. */
  readonly headersMs: number
  /** Minimum speed of a body while the runtime reads it. */
  readonly pace: MinUploadRate
  /** Milliseconds that a client may leave sent data unread. */
  readonly unreadMs: number
  /** Milliseconds that a connection may be idle between requests. */
  readonly idleMs: number
  /** Milliseconds that requests wait for a restarting runtime. */
  readonly restartMs: number
  /** Milliseconds between checks of active requests. */
  readonly sweepMs: number
}

export const frontProxyLimits: FrontProxyLimits = {
  connections: { total: 4_096, perAddress: 512 },
  bodies: { total: 128, perAddress: 32 },
  headersMs: 15_000,
  pace: { graceMs: 15_000, minBytesPerSecond: 4_096 },
  unreadMs: 20_000,
  idleMs: 30_000,
  restartMs: 5_000,
  sweepMs: 1_000,
}
