// Detects clients that do not read their output. Used by the stream transports.

/** More than `slowBytes` may stay unread for `timeoutMs`, and never more than `maxBytes`. Limits the memory per client. */
export const unreadLimits = { slowBytes: 1 << 20, timeoutMs: 10_000, maxBytes: 16 << 20 } as const

export class SlowConsumerDetector {
  #slowSince: number | undefined

  /** Whether to close a client with `bytes` unread at `now` (milliseconds). Call at least once a second. */
  isTooSlow(bytes: number, now: number): boolean {
    if (bytes <= unreadLimits.slowBytes) this.#slowSince = undefined
    else this.#slowSince ??= now
    return (
      bytes > unreadLimits.maxBytes ||
      (this.#slowSince !== undefined && now - this.#slowSince >= unreadLimits.timeoutMs)
    )
  }
}
