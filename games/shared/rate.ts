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
    const wait = this.until(now, cost)
    if (wait === 0) this.charge(now, cost)
    return wait
  }

  /** In how many milliseconds from `now` the cost will be there; 0: it is. Takes nothing. */
  until(now: number, cost = 1): number {
    if (this.#perSecond === 0) return 0
    this.#fill(now)
    const wanted = Math.min(cost, this.#burst)
    return this.#held < wanted ? Math.ceil(((wanted - this.#held) * 1000) / this.#perSecond) : 0
  }

  /** Takes `cost`, be it there or not: what is owed fills up before anything else is there. */
  charge(now: number, cost = 1): void {
    if (this.#perSecond === 0) return
    this.#fill(now)
    this.#held -= cost
  }

  /** Nothing of it is used. */
  isFull(now: number): boolean {
    return this.until(now, this.#burst) === 0
  }

  /** Takes `cost` if it is there now. */
  take(now: number, cost = 1): boolean {
    return this.wait(now, cost) === 0
  }

  /** Takes as much of `cost` as is there, and answers how much that was. */
  takeUpTo(now: number, cost: number): number {
    if (this.#perSecond === 0) return cost
    this.#fill(now)
    const taken = Math.min(cost, Math.max(0, this.#held))
    this.#held -= taken
    return taken
  }

  #fill(now: number): void {
    if (now > this.#at)
      this.#held = Math.min(this.#burst, this.#held + ((now - this.#at) * this.#perSecond) / 1000)
    // A clock that was put back fills it from there on.
    this.#at = now
  }
}
