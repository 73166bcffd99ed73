// How often one address may log in, or do another thing that is counted by address. Loopback is not counted.
import { isLoopback } from '../../wire/address.ts'
import { Rate } from './rate.ts'

/** Addresses remembered at once; the one that asked longest ago is forgotten first. */
const remembered = 4096

export class Logins {
  readonly #rates = new Map<string, Rate>()

  /** `perMinute` 0: no limit. `atOnce`: of who has not come for long. */
  allows(address: string, now: number, perMinute: number, atOnce = perMinute): boolean {
    if (perMinute === 0 || isLoopback(address)) return true
    const rate = this.#rates.get(address) ?? new Rate(perMinute / 60, atOnce)
    this.#rates.delete(address)
    this.#rates.set(address, rate)
    if (this.#rates.size > remembered) this.#rates.delete(this.#rates.keys().next().value!)
    return rate.take(now)
  }

  clear(): void {
    this.#rates.clear()
  }
}
