// Login limits per address, and the newest session of each player.
import { Logins } from '../../shared/logins.ts'

/** [AS-2.7] ENTRs per address and minute: each costs a PBKDF2. */
const attemptsPerMinute = 30
/** [AS-2.10] Characters that one address may create at once, and then per minute. */
const charactersAtOnce = 16
const charactersPerMinute = 0.1

export class Gate {
  readonly #attempts = new Logins()
  readonly #characters = new Logins()
  /** By player id: the latest login, in the host's milliseconds. */
  readonly #latest = new Map<number, number>()

  /** Whether another ENTR may be tried. Counts none. */
  hasTries(address: string, now: number): boolean {
    return this.#attempts.wouldAllow(address, now, attemptsPerMinute)
  }

  /** Counts an ENTR, whatever its result. */
  mayTry(address: string, now: number): boolean {
    return this.#attempts.allows(address, now, attemptsPerMinute)
  }

  /** Counts the creation of a character. */
  mayCreate(address: string, now: number): boolean {
    return this.#characters.allows(address, now, charactersPerMinute, charactersAtOnce)
  }

  loggedIn(playerId: number, since: number): void {
    this.#latest.set(playerId, since)
  }

  /** [AS-2.5] Whether a session resumed after a restart is the newest known. If so, records it. */
  goesOn(playerId: number, since: number): boolean {
    if ((this.#latest.get(playerId) ?? since) > since) return false
    this.#latest.set(playerId, since)
    return true
  }
}
