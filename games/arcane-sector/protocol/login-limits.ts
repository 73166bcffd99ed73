// Login limits per address, and the newest session of each player.
import { AddressRateLimiter } from '../../shared/address-rate-limiter.ts'

/** [AS-2.7] ENTRs per address and minute: each costs a PBKDF2. */
const attemptsPerMinute = 30
/** [AS-2.10] Characters that one address may create at once, and then per minute. */
const charactersAtOnce = 16
const charactersPerMinute = 0.1

export class LoginLimits {
  readonly #attempts = new AddressRateLimiter()
  readonly #characters = new AddressRateLimiter()
  /** By player id: the latest login, in GameContext milliseconds. */
  readonly #latest = new Map<number, number>()

  /** Whether another ENTR may be tried. Does not count it. */
  canTryLogin(address: string, now: number): boolean {
    return this.#attempts.canTake(address, now, attemptsPerMinute)
  }

  /** Counts an ENTR, whatever its result. */
  takeLoginTry(address: string, now: number): boolean {
    return this.#attempts.take(address, now, attemptsPerMinute)
  }

  /** Counts the creation of a character. */
  takeCreation(address: string, now: number): boolean {
    return this.#characters.take(address, now, charactersPerMinute, charactersAtOnce)
  }

  recordLogin(playerId: number, since: number): void {
    this.#latest.set(playerId, since)
  }

  /** [AS-2.5] Whether a session resumed after a restart is the newest known. If so, records it. */
  resumeLogin(playerId: number, since: number): boolean {
    if ((this.#latest.get(playerId) ?? since) > since) return false
    this.#latest.set(playerId, since)
    return true
  }
}
