// Who may come in: how often an address may try a password, and which of a player's sessions is the newest.
import { Logins } from '../../shared/logins.ts'

/** [AS-2.7] ENTRs of one address in a minute: each of them costs a PBKDF2. */
const attemptsPerMinute = 30
/** [AS-2.10] Characters that one address may make at once, and then in a minute. */
const charactersAtOnce = 16
const charactersPerMinute = 0.1

export class Gate {
  readonly #attempts = new Logins()
  readonly #characters = new Logins()
  /** By player id: when he logged in last, in the host's milliseconds. */
  readonly #latest = new Map<number, number>()

  /** Whether another ENTR may be tried; counts none. */
  hasTries(address: string, now: number): boolean {
    return this.#attempts.wouldAllow(address, now, attemptsPerMinute)
  }

  /** Counts an ENTR, whatever comes of it. */
  mayTry(address: string, now: number): boolean {
    return this.#attempts.allows(address, now, attemptsPerMinute)
  }

  /** Counts a new character that somebody may make. */
  mayCreate(address: string, now: number): boolean {
    return this.#characters.allows(address, now, charactersPerMinute, charactersAtOnce)
  }

  loggedIn(playerId: number, since: number): void {
    this.#latest.set(playerId, since)
  }

  /** [AS-2.5] Whether a session that goes on after a restart is the newest known; it then counts as such. */
  goesOn(playerId: number, since: number): boolean {
    if ((this.#latest.get(playerId) ?? since) > since) return false
    this.#latest.set(playerId, since)
    return true
  }
}
