// A ring with a counter for each second.

/** The rates are averaged over this time. */
const seconds = 5

/** The average traffic per second. */
export interface TrafficRates {
  readonly packets: number
  readonly bytes: number
}

export class RateMeter {
  readonly #packets = new Uint32Array(seconds)
  readonly #bytes = new Uint32Array(seconds)
  /** The newest second in the ring, as its number since 1970. */
  #second = Number.NEGATIVE_INFINITY

  /** `now` in milliseconds. */
  add(bytes: number, now: number): void {
    const at = this.#advance(now)
    this.#packets[at]!++
    this.#bytes[at]! += bytes
  }

  /** Averages over the last full seconds and the current second. */
  rates(now: number): TrafficRates {
    this.#advance(now)
    return { packets: sum(this.#packets) / seconds, bytes: sum(this.#bytes) / seconds }
  }

  /**
   * Clears the counters of the seconds that have passed since the last call. Returns the current position in the ring.
   */
  #advance(now: number): number {
    const second = Math.floor(now / 1000)
    // If the clock was set back, counting continues in the newest second.
    const passed = Math.min(seconds, Math.max(0, second - this.#second))
    if (passed > 0) {
      for (let n = 0; n < passed; n++) {
        const at = (second - n) % seconds
        this.#packets[at] = 0
        this.#bytes[at] = 0
      }
      this.#second = second
    }
    return this.#second % seconds
  }
}

function sum(counts: Uint32Array): number {
  return counts.reduce((total, count) => total + count, 0)
}
