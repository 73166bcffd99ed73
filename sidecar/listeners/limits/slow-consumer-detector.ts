/** A client may leave more than `slowBytes` unread for at most `timeoutMs`, and never more than `maxBytes`. */
export const unreadLimits = { slowBytes: 1 << 20, timeoutMs: 10_000, maxBytes: 16 << 20 } as const

export class SlowConsumerDetector {
  #slowSince: number | undefined

  /** `now`: milliseconds. Call at least once a second. */
  isTooSlow(bytes: number, now: number): boolean {
    if (bytes <= unreadLimits.slowBytes) this.#slowSince = undefined
    else this.#slowSince ??= now
    return (
      bytes > unreadLimits.maxBytes ||
      (this.#slowSince !== undefined && now - this.#slowSince >= unreadLimits.timeoutMs)
    )
  }
}
