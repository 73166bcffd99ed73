// Address validation. UDP source addresses can be forged, so a room sends little to an address until it is validated;
// otherwise it could be used to flood the address's owner.

/** [DM-2.7] */
const amplification = 3

/** Limits what is sent to an address: in proportion to what it sent until validated, then without limit. */
export class Proof {
  #proven: boolean
  #allowance = 0

  /** `proven`: validated from the start. */
  constructor(proven: boolean) {
    this.#proven = proven
  }

  get proven(): boolean {
    return this.#proven
  }

  /** [DM-2.7] Bytes that may be sent now. */
  get allowance(): number {
    return this.#proven ? Number.POSITIVE_INFINITY : this.#allowance
  }

  /** Counts received bytes. */
  heard(bytes: number): void {
    this.#allowance += amplification * bytes
  }

  /** Counts sent bytes. */
  sent(bytes: number): void {
    this.#allowance -= bytes
  }

  /** [DM-2.8] The address has echoed a value that only its owner received. */
  prove(): void {
    this.#proven = true
  }
}

/** [DM-2.9] Interval, deadline and maximum number. */
const repeats = { everyMs: 1000, withinMs: 5000, most: 3 } as const

/** [DM-2.9] Repeats ACPT and LMAP until the client is heard from: they may be lost, and it asks only once. */
export class Acceptance {
  readonly #at: number
  #sentAt: number
  #repeats = 0
  #answered = false

  constructor(now: number) {
    this.#at = now
    this.#sentAt = now
  }

  /** The client was heard from. */
  answered(): void {
    this.#answered = true
  }

  isDue(now: number): boolean {
    if (this.#answered || this.#repeats >= repeats.most || now - this.#at > repeats.withinMs) return false
    return now - this.#sentAt >= repeats.everyMs
  }

  repeated(now: number): void {
    this.#repeats++
    this.#sentAt = now
  }
}
