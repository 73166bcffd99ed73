// Counters of a room's instance, for the site's metrics. They restart at zero with the next instance, as Prometheus
// expects of counters. They are in memory only, and cost neither a row nor a call.

/** Counters of one instance. */
export interface RoomMetrics {
  /** When the instance started, in milliseconds since 1970. */
  readonly since: number
  /** Number of transactions of the world, including ticks and leaves. */
  readonly turns: number
  /** Duration of transactions in milliseconds, where the platform's clock advances during one; Cloudflare's does not. */
  readonly turnMs: number
  /** Cost of transactions in the steps of `WorkLimits`, including sends. */
  readonly steps: number
  /** Number of transactions that threw through an internal fault, or did not complete their work. */
  readonly faults: number
  /** Ticks dropped because the room was too busy to catch up. */
  readonly overruns: number
  /** Number of transactions that wrote. */
  readonly commits: number
  readonly rowsRead: number
  readonly rowsWritten: number
  /** Bytes of frames to players, counted once per receiver. */
  readonly outputBytes: number
}

/** The counters that transactions update. */
export class TransactionMetrics {
  turns = 0
  turnMs = 0
  steps = 0
  faults = 0
  commits = 0
  outputBytes = 0
}
