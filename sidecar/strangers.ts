// Who may start a UDP session: an address proves nothing, so those that have not yet been proven are few. Pure
// bookkeeping for udp.ts; what it holds is bounded however many addresses call.
import { neighbourhood } from './address.ts'

/** Per /24 (IPv6: /64) unless it says otherwise. */
export const strangerLimits = {
  newPerSecond: 20,
  unproven: 20,
  unprovenInAll: 256,
  /** Neighbourhoods remembered at a time. */
  neighbourhoods: 4_096,
} as const

interface Neighbours {
  unproven: number
  /** Sessions begun since `since`, milliseconds. */
  fresh: number
  since: number
}

export class Strangers {
  readonly #neighbourhoods = new Map<string, Neighbours>()
  #unproven = 0
  #swept = 0

  /** Unproven addresses in all. */
  get unproven(): number {
    return this.#unproven
  }

  /** Lets one more in from `address` and gives undefined, or the reason why not. */
  admit(address: string, now: number): 'strangers' | 'neighbourhood' | 'rate' | undefined {
    if (this.#unproven >= strangerLimits.unprovenInAll) return 'strangers'
    if (now - this.#swept >= 1000) this.#sweep(now)
    const key = neighbourhood(address)
    const known = this.#neighbourhoods.get(key)
    if (!known && this.#neighbourhoods.size >= strangerLimits.neighbourhoods) return 'strangers'
    const neighbours = known ?? { unproven: 0, fresh: 0, since: now }
    if (now - neighbours.since >= 1000) Object.assign(neighbours, { fresh: 0, since: now })
    if (neighbours.unproven >= strangerLimits.unproven) return 'neighbourhood'
    if (neighbours.fresh >= strangerLimits.newPerSecond) return 'rate'
    neighbours.unproven++
    neighbours.fresh++
    this.#unproven++
    this.#neighbourhoods.set(key, neighbours)
    return undefined
  }

  /** One that `admit` let in was proven, or has gone. */
  release(address: string): void {
    const neighbours = this.#neighbourhoods.get(neighbourhood(address))
    if (!neighbours) return
    neighbours.unproven--
    this.#unproven--
  }

  /** Forgets neighbourhoods that no longer matter. */
  #sweep(now: number): void {
    this.#swept = now
    for (const [key, { unproven, since }] of this.#neighbourhoods) {
      if (!unproven && now - since >= 1000) this.#neighbourhoods.delete(key)
    }
  }
}
