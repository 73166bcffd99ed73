// Limits the use of one resource of the front proxy (connections or request bodies), in total and per address.
import { addressLimitKey, isLoopback } from '../../wire/net/ip-address.ts'

export interface ConcurrencyLimits {
  readonly total: number
  /**
   * Maximum uses per address, except for loopback addresses. Behind a proxy in PROXIES, requests are counted by the
   * client's address.
   */
  readonly perAddress: number
}

export class ConcurrencyLimiter {
  readonly #limits: ConcurrencyLimits
  readonly #byAddress = new Map<string, number>()
  #total = 0

  constructor(limits: ConcurrencyLimits) {
    this.#limits = limits
  }

  /** Returns the function that ends the use, or undefined if the use would exceed a limit. */
  acquire(address: string): (() => void) | undefined {
    const { total, perAddress } = this.#limits
    const counted = addressLimitKey(address)
    const current = this.#byAddress.get(counted) ?? 0
    if (this.#total >= total || (current >= perAddress && !isLoopback(address))) return undefined
    this.#total++
    this.#byAddress.set(counted, current + 1)
    let isHeld = true
    return () => {
      if (isHeld) this.#release(counted)
      isHeld = false
    }
  }

  #release(counted: string): void {
    this.#total--
    const left = this.#byAddress.get(counted)! - 1
    if (left > 0) this.#byAddress.set(counted, left)
    else this.#byAddress.delete(counted)
  }
}
