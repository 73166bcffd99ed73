// Whether an address is its sender's. Over UDP it can be forged, and whoever forges one must not be able to have its
// owner flooded by this room: until it is proven little is sent to it.

/** [DM-2.7] */
const amplification = 3

/** What one address may be sent: in proportion to what came from it until it is proven, and then everything. */
export class Proof {
  #proven: boolean
  #allowance = 0

  /** `proven`: from the beginning. */
  constructor(proven: boolean) {
    this.#proven = proven
  }

  get proven(): boolean {
    return this.#proven
  }

  /** [DM-2.7] Bytes that may go to it now. */
  get allowance(): number {
    return this.#proven ? Number.POSITIVE_INFINITY : this.#allowance
  }

  /** So many bytes came from it. */
  heard(bytes: number): void {
    this.#allowance += amplification * bytes
  }

  /** So many bytes went to it. */
  sent(bytes: number): void {
    this.#allowance -= bytes
  }

  /** [DM-2.8] It has said back what only its owner was told. */
  prove(): void {
    this.#proven = true
  }
}

/** [DM-2.9] Milliseconds, and how often. */
const repeats = { everyMs: 1000, withinMs: 5000, most: 3 } as const

/** [DM-2.9] ACPT and LMAP may be lost, and the original client asks once: they are repeated until it is heard from. */
export class Acceptance {
  readonly #at: number
  #sentAt: number
  #repeats = 0
  #answered = false

  constructor(now: number) {
    this.#at = now
    this.#sentAt = now
  }

  /** Its client was heard from. */
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
