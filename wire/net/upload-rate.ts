// How slowly a request body may arrive: one rule for the deadlines of its first and last bytes.

export interface MinUploadRate {
  /** Milliseconds that any body may take. */
  readonly graceMs: number
  /** A longer body may take longer if it arrives at this average rate. */
  readonly minBytesPerSecond: number
}

/** The milliseconds that a body may have taken when `bytes` have arrived. */
export function uploadTimeoutMs(bytes: number, { graceMs, minBytesPerSecond }: MinUploadRate): number {
  return graceMs + (bytes / minBytesPerSecond) * 1000
}
