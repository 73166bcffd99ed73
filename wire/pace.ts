// How slowly a request body may arrive: one rule for the deadlines of its first and last bytes.

export interface Pace {
  /** Milliseconds that any body may take. */
  readonly graceMs: number
  /** A longer body may take longer if it arrives at this average rate. */
  readonly bytesPerSecond: number
}

/** The milliseconds that a body may have taken when `bytes` have arrived. */
export function allowedMs(bytes: number, { graceMs, bytesPerSecond }: Pace): number {
  return graceMs + (bytes / bytesPerSecond) * 1000
}
