/** [DM-2.9] `withinMs`: milliseconds after the first ACPT in which it is repeated. */
const repeatLimits = { everyMs: 1000, withinMs: 5000, most: 3 } as const

/** [DM-2.9] ACPT and LMAP may be lost, and the client sends JOIN only once. */
export class AcceptRepeater {
  readonly #at: number
  #sentAt: number
  #repeats = 0
  #isHeard = false

  constructor(now: number) {
    this.#at = now
    this.#sentAt = now
  }

  /** Called when the client has sent a datagram other than JOIN. */
  onHeard(): void {
    this.#isHeard = true
  }

  isDue(now: number): boolean {
    if (this.#isHeard || this.#repeats >= repeatLimits.most || now - this.#at > repeatLimits.withinMs)
      return false
    return now - this.#sentAt >= repeatLimits.everyMs
  }

  onRepeated(now: number): void {
    this.#repeats++
    this.#sentAt = now
  }
}
