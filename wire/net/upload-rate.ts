export interface MinUploadRate {
  /** Milliseconds that a body may take, however slowly it arrives. */
  readonly graceMs: number
  /** A body may take longer than `graceMs` if it arrives at least at this average rate. */
  readonly minBytesPerSecond: number
}

/** Milliseconds within which `bytes` of a body must have arrived. */
export function uploadTimeoutMs(bytes: number, { graceMs, minBytesPerSecond }: MinUploadRate): number {
  return graceMs + (bytes / minBytesPerSecond) * 1000
}
