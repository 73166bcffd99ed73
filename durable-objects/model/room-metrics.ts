// The counters of a room start at zero in each instance, as Prometheus expects. They are in memory only, and cost
// neither a row nor a call.

export class TransactionMetrics {
  /** Number of transactions, including ticks and leaves. */
  turns = 0
  /** Duration of transactions in milliseconds; 0 on Cloudflare, whose clock does not advance during a transaction. */
  turnMs = 0
  /** Cost of transactions in the steps of `WorkLimits`, including sends. */
  steps = 0
  /** Number of transactions that threw because of an internal fault, or did not complete their work. */
  faults = 0
  /** Number of transactions that wrote. */
  commits = 0
  /** Bytes of frames to players, counted once per receiver. */
  outputBytes = 0
}

export interface RoomMetrics extends Readonly<TransactionMetrics> {
  /** When the instance started, in milliseconds since 1970. */
  readonly since: number
  readonly overruns: number
  readonly rowsRead: number
  readonly rowsWritten: number
}
