// A sliding-window rate limit. The limit allows at most `max` actions in any `spanMs` milliseconds.

export class SlidingWindowLimit {
  readonly #max: number
  readonly #spanMs: number
  /** Times of the last `#max` actions, in milliseconds. */
  readonly #times: number[] = []

  constructor(max: number, spanMs: number) {
    this.#max = max
    this.#spanMs = spanMs
  }

  /** Returns the milliseconds from `now` until an action is allowed. 0 if it is allowed now. */
  waitMs(now: number): number {
    const first = this.#times.length < this.#max ? undefined : this.#times[0]
    return first === undefined ? 0 : Math.max(0, first + this.#spanMs - now)
  }

  /** Returns whether an action is allowed now, and counts it if so. */
  take(now: number): boolean {
    if (this.waitMs(now) > 0) return false
    this.#times.push(now)
    if (this.#times.length > this.#max) this.#times.shift()
    return true
  }
}
