/** `perSecond`: 0 for no limit. A cost larger than the burst waits until the bucket is full. */
export class TokenBucket {
  readonly #perSecond: number
  readonly #burst: number
  #tokens: number
  #refilledAt = Number.NEGATIVE_INFINITY

  constructor(perSecond: number, burst: number) {
    this.#perSecond = perSecond
    this.#burst = burst
    this.#tokens = burst
  }

  /** Takes `cost` and returns 0, or takes nothing and returns the milliseconds from `now` until `cost` is available. */
  takeOrWait(now: number, cost = 1): number {
    const wait = this.waitMs(now, cost)
    if (wait === 0) this.charge(now, cost)
    return wait
  }

  /** Milliseconds from `now` until `cost` is available, or 0. Takes nothing. */
  waitMs(now: number, cost = 1): number {
    if (this.#perSecond === 0) return 0
    this.#refill(now)
    const wanted = Math.min(cost, this.#burst)
    return this.#tokens < wanted ? Math.ceil(((wanted - this.#tokens) * 1000) / this.#perSecond) : 0
  }

  /** Takes `cost` even if it is not available: the bucket then refills from below zero. */
  charge(now: number, cost = 1): void {
    if (this.#perSecond === 0) return
    this.#refill(now)
    this.#tokens -= cost
  }

  isFull(now: number): boolean {
    return this.waitMs(now, this.#burst) === 0
  }

  take(now: number, cost = 1): boolean {
    return this.takeOrWait(now, cost) === 0
  }

  /** Returns the taken amount. */
  takeUpTo(now: number, cost: number): number {
    if (this.#perSecond === 0) return cost
    this.#refill(now)
    const taken = Math.min(cost, Math.max(0, this.#tokens))
    this.#tokens -= taken
    return taken
  }

  #refill(now: number): void {
    if (now > this.#refilledAt)
      this.#tokens = Math.min(this.#burst, this.#tokens + ((now - this.#refilledAt) * this.#perSecond) / 1000)
    // If the clock was set back, the bucket refills from the new time on.
    this.#refilledAt = now
  }
}
