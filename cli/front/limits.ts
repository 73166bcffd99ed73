import type { MinUploadRate } from '../../wire/net/upload-rate.ts'
import type { ConcurrencyLimits } from './connection-limiter.ts'

export interface FrontProxyLimits {
  readonly connections: ConcurrencyLimits
  /**
   * Maximum numbers of requests with a body. Each such request takes a quarter of a MiB of the runtime's memory, even
   * if little has arrived.
   */
  readonly bodies: ConcurrencyLimits
  /**
   * Maximum milliseconds from the start of a connection or the first byte of a request to the end of the request's
   * headers.
   */
  readonly headersMs: number
  /** Minimum rate at which a body must arrive while the runtime reads it. */
  readonly uploadRate: MinUploadRate
  /** Milliseconds for which a client may leave sent data unread. */
  readonly unreadMs: number
  /** Milliseconds for which a connection may be idle between requests. */
  readonly idleMs: number
  /** Milliseconds for which requests wait for a restarting runtime. */
  readonly restartMs: number
  /** Milliseconds between the checks of `uploadRate` and `unreadMs`. */
  readonly sweepMs: number
}

export const frontProxyLimits: FrontProxyLimits = {
  connections: { total: 4_096, perAddress: 512 },
  bodies: { total: 128, perAddress: 32 },
  headersMs: 15_000,
  uploadRate: { graceMs: 15_000, minBytesPerSecond: 4_096 },
  unreadMs: 20_000,
  idleMs: 30_000,
  restartMs: 5_000,
  sweepMs: 1_000,
}
