// A sliding-window rate limit: at most so many actions in any span of time.

export class SlidingWindowLimit {
  readonly #max: number
  readonly #spanMs: number
  /** Times of the latest actions, in milliseconds; at most `most`. */
  readonly #times: number[] = []

  constructor(most: number, spanMs: number) {
    this.#max = most
    this.#spanMs = spanMs
  }

  /** Milliseconds from `now` until the next action is allowed, or 0. */
  waitMs(now: number): number {
    const first = this.#times.length < this.#max ? undefined : this.#times[0]
    return first === undefined ? 0 : Math.max(0, first + this.#spanMs - now)
  }

  /** Counts an action if it is allowed now, and returns whether it is. */
  take(now: number): boolean {
    if (this.waitMs(now) > 0) return false
    this.#times.push(now)
    if (this.#times.length > this.#max) this.#times.shift()
    return true
  }
}
