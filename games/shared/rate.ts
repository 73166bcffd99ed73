// How often something may happen: a bucket that fills steadily and holds a burst.

/** `perSecond` 0: no limit. A cost may be larger than the burst; it then waits until the bucket is full. */
export class Rate {
  readonly #perSecond: number
  readonly #burst: number
  #held: number
  #at = Number.NEGATIVE_INFINITY

  constructor(perSecond: number, burst: number) {
    this.#perSecond = perSecond
    this.#burst = burst
    this.#held = burst
  }

  /** Takes `cost` and answers 0, or takes nothing and answers how many milliseconds from `now` it will be there. */
  wait(now: number, cost = 1): number {
    if (this.#perSecond === 0) return 0
    this.#fill(now)
    const wanted = Math.min(cost, this.#burst)
    if (this.#held < wanted) return Math.ceil(((wanted - this.#held) * 1000) / this.#perSecond)
    this.#held -= cost
    return 0
  }

  /** Takes `cost` if it is there now. */
  take(now: number, cost = 1): boolean {
    return this.wait(now, cost) === 0
  }

  #fill(now: number): void {
    if (now > this.#at)
      this.#held = Math.min(this.#burst, this.#held + ((now - this.#at) * this.#perSecond) / 1000)
    // A clock that was put back fills it from there on.
    this.#at = now
  }
}
