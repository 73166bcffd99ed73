import { AddressRateLimiter } from '../../shared/address-rate-limiter.ts'

/** [AS-2.7] Maximum ENTRs and PASWs per address and minute, because the server runs PBKDF2 for each. */
const attemptsPerMinute = 30
/** [AS-2.10] Number of characters that one address may create at once, and then per minute. */
const charactersAtOnce = 16
const charactersPerMinute = 0.1

export class LoginLimits {
  readonly #attempts = new AddressRateLimiter()
  readonly #characters = new AddressRateLimiter()
  /** The time of each player's latest login, by player id, in milliseconds of `GameContext.now()`. */
  readonly #latest = new Map<number, number>()

  /** Counts nothing, unlike `takeLoginTry`. */
  canTryLogin(address: string, now: number): boolean {
    return this.#attempts.canTake(address, now, attemptsPerMinute)
  }

  /** Counts an ENTR or PASW, right or wrong. Returns false if the limit is reached. */
  takeLoginTry(address: string, now: number): boolean {
    return this.#attempts.take(address, now, attemptsPerMinute)
  }

  takeCreation(address: string, now: number): boolean {
    return this.#characters.take(address, now, charactersPerMinute, charactersAtOnce)
  }

  recordLogin(playerId: number, since: number): void {
    this.#latest.set(playerId, since)
  }

  /** [AS-2.5] Whether a resumed session is the newest known session of its player. */
  resumeLogin(playerId: number, since: number): boolean {
    if ((this.#latest.get(playerId) ?? since) > since) return false
    this.#latest.set(playerId, since)
    return true
  }
}
