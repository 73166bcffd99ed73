export interface MinUploadRate {
  /** Milliseconds that any body may take. */
  readonly graceMs: number
  /** A body may take longer than `graceMs` if it arrives at least at this average rate. */
  readonly minBytesPerSecond: number
}

/** Milliseconds within which `bytes` of a body must have arrived. */
export function uploadTimeoutMs(bytes: number, { graceMs, minBytesPerSecond }: MinUploadRate): number {
  return graceMs + (bytes / minBytesPerSecond) * 1000
}
