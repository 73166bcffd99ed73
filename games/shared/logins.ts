// Rate limits per address for logins and other actions. Loopback is not limited.
import { countedAs, isLoopback } from '../../wire/address.ts'
import { Rate } from './rate.ts'

/** Maximum number of addresses remembered. The least recently used is evicted. */
const remembered = 4096

export class Logins {
  readonly #rates = new Map<string, Rate>()

  /** `perMinute` 0: no limit. `atOnce`: the burst. */
  allows(address: string, now: number, perMinute: number, atOnce = perMinute): boolean {
    if (perMinute === 0 || isLoopback(address)) return true
    const key = countedAs(address)
    const rate = this.#rates.get(key) ?? new Rate(perMinute / 60, atOnce)
    this.#rates.delete(key)
    this.#rates.set(key, rate)
    if (this.#rates.size > remembered) this.#rates.delete(this.#rates.keys().next().value!)
    return rate.take(now)
  }

  /** What `allows` would answer; counts nothing. */
  wouldAllow(address: string, now: number, perMinute: number): boolean {
    if (perMinute === 0 || isLoopback(address)) return true
    return (this.#rates.get(countedAs(address))?.until(now) ?? 0) === 0
  }

  clear(): void {
    this.#rates.clear()
  }
}
