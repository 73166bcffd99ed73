// Allows at most `max` actions in any `spanMs` milliseconds.

export class SlidingWindowLimit {
  readonly #max: number
  readonly #spanMs: number
  /** The times of the last `#max` actions. */
  readonly #times: number[] = []

  constructor(max: number, spanMs: number) {
    this.#max = max
    this.#spanMs = spanMs
  }

  /** Returns the milliseconds to wait, 0 if an action is allowed now. */
  waitMs(now: number): number {
    const first = this.#times.length < this.#max ? undefined : this.#times[0]
    return first === undefined ? 0 : Math.max(0, first + this.#spanMs - now)
  }

  /** Counts the action if it is allowed. */
  take(now: number): boolean {
    if (this.waitMs(now) > 0) return false
    this.#times.push(now)
    if (this.#times.length > this.#max) this.#times.shift()
    return true
  }
}
