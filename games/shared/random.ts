// The numbers are the same on every machine and in every version.

/** A stream of random numbers (sfc32). Use one for each purpose, so that their numbers do not depend on each other. */
export class Random {
  #a: number
  #b: number
  #c: number
  #count = 1

  /** `seed`: a whole number below 2^32. */
  constructor(seed: number, purpose: string) {
    let hash = 0x811c9dc5
    for (let i = 0; i < purpose.length; i++) hash = Math.imul(hash ^ purpose.charCodeAt(i), 0x01000193)
    this.#a = seed | 0
    this.#b = hash
    this.#c = Math.imul(seed ^ hash, 0x9e3779b1)
    for (let i = 0; i < 12; i++) this.#next()
  }

  #next(): number {
    const mixed = (this.#a + this.#b + this.#count++) | 0
    this.#a = this.#b ^ (this.#b >>> 9)
    this.#b = (this.#c + (this.#c << 3)) | 0
    this.#c = (((this.#c << 21) | (this.#c >>> 11)) + mixed) | 0
    return mixed >>> 0
  }

  /** Returns a number, 0 ≤ n < 1. */
  unit(): number {
    return this.#next() / 4294967296
  }

  /** Returns a whole number, 0 ≤ n < `end`. */
  below(end: number): number {
    return Math.floor(this.unit() * end)
  }

  /** Returns a whole number, `min` ≤ n ≤ `max`. */
  between(min: number, max: number): number {
    return min + this.below(max - min + 1)
  }

  pick<T>(from: readonly T[]): T {
    return from[this.below(from.length)]!
  }
}
