// How slowly a body may come: the deadline of its first byte and of its last in one rule.

export interface Pace {
  /** Milliseconds that any body may take. */
  readonly graceMs: number
  /** A longer body may take longer, if it comes at this rate on average. */
  readonly bytesPerSecond: number
}

/** Milliseconds after which a body of which so many bytes have come is late. */
export function allowedMs(bytes: number, { graceMs, bytesPerSecond }: Pace): number {
  return graceMs + (bytes / bytesPerSecond) * 1000
}
