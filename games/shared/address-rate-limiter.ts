// Rate limits per address for logins and other actions. Loopback is not limited.
import { addressLimitKey, isLoopback } from '../../wire/net/ip-address.ts'
import { TokenBucket } from './token-bucket.ts'

/** Above this limit, the least recently used address is evicted. */
const maxAddresses = 4096

export class AddressRateLimiter {
  readonly #rates = new Map<string, TokenBucket>()

  /** `perMinute`: 0 for no limit. `atOnce`: the burst. */
  take(address: string, now: number, perMinute: number, atOnce = perMinute): boolean {
    return this.takeOrWait(address, now, perMinute, atOnce) === 0
  }

  /** Counts the action and returns 0, or returns the milliseconds to wait. */
  takeOrWait(address: string, now: number, perMinute: number, atOnce = perMinute): number {
    if (perMinute === 0 || isLoopback(address)) return 0
    const key = addressLimitKey(address)
    const rate = this.#rates.get(key) ?? new TokenBucket(perMinute / 60, atOnce)
    this.#rates.delete(key)
    this.#rates.set(key, rate)
    if (this.#rates.size > maxAddresses) this.#rates.delete(this.#rates.keys().next().value!)
    return rate.takeOrWait(now)
  }

  /** Whether the limit allows an action now. Counts nothing. */
  canTake(address: string, now: number, perMinute: number): boolean {
    if (perMinute === 0 || isLoopback(address)) return true
    return (this.#rates.get(addressLimitKey(address))?.waitMs(now) ?? 0) === 0
  }

  clear(): void {
    this.#rates.clear()
  }
}
