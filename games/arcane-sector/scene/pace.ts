// How often a player may do something: so many times in any span of time.

export class Pace {
  readonly #most: number
  readonly #spanMs: number
  /** Of the latest, in milliseconds; at most `most`. */
  readonly #times: number[] = []

  constructor(most: number, spanMs: number) {
    this.#most = most
    this.#spanMs = spanMs
  }

  /** Milliseconds from `now` until it may be done again; 0: it may be now. */
  wait(now: number): number {
    const first = this.#times.length < this.#most ? undefined : this.#times[0]
    return first === undefined ? 0 : Math.max(0, first + this.#spanMs - now)
  }

  /** Counts it if its time has come, and says whether it has. */
  take(now: number): boolean {
    if (this.wait(now) > 0) return false
    this.#times.push(now)
    if (this.#times.length > this.#most) this.#times.shift()
    return true
  }
}
