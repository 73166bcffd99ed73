// Limits of one resource of the front, in all and per address: connections, or request bodies.
import { addressLimitKey, isLoopback } from '../../wire/address.ts'

export interface ConnectionLimits {
  readonly inAll: number
  /** Excludes loopback. Behind a proxy of PROXIES requests are counted, by the client's address. */
  readonly perAddress: number
}

export class Connections {
  readonly #limits: ConnectionLimits
  readonly #byAddress = new Map<string, number>()
  #inAll = 0

  constructor(limits: ConnectionLimits) {
    this.#limits = limits
  }

  /** Counts one more and returns a function that releases it; undefined if that exceeds a limit. */
  enter(address: string): (() => void) | undefined {
    const { inAll, perAddress } = this.#limits
    const counted = addressLimitKey(address)
    const had = this.#byAddress.get(counted) ?? 0
    if (this.#inAll >= inAll || (had >= perAddress && !isLoopback(address))) return undefined
    this.#inAll++
    this.#byAddress.set(counted, had + 1)
    let isIn = true
    return () => {
      if (isIn) this.#leave(counted)
      isIn = false
    }
  }

  #leave(counted: string): void {
    this.#inAll--
    const left = this.#byAddress.get(counted)! - 1
    if (left > 0) this.#byAddress.set(counted, left)
    else this.#byAddress.delete(counted)
  }
}
