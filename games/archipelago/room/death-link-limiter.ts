// Which DeathLinks a room passes on. Used for a Bounce with the tag. Kept in memory only: one DeathLink too many after
// a restart costs less than a write for each.
import type { HostOptions } from '../options.ts'

type DeathLinkOptions = Pick<
  HostOptions,
  'death_link' | 'death_link_seconds' | 'death_link_without' | 'paused'
>

export class DeathLinkLimiter {
  readonly #options: () => DeathLinkOptions
  /** By slot: when its last DeathLink was passed on, in milliseconds of the room's clock. */
  readonly #lastPassed = new Map<number, number>()

  constructor(limits: () => DeathLinkOptions) {
    this.#options = limits
  }

  /** [AP-13.5] [AP-13.6] Whether a DeathLink of this slot passes now; if so, records the time. */
  take(slot: number, now: number): boolean {
    const { death_link, death_link_seconds, paused } = this.#options()
    if (!death_link || paused || this.isExcluded(slot)) return false
    const since = now - (this.#lastPassed.get(slot) ?? Number.NEGATIVE_INFINITY)
    // A clock that was set back does not lengthen the wait.
    if (since >= 0 && since < 1000 * death_link_seconds) return false
    this.#lastPassed.set(slot, now)
    return true
  }

  /** Whether the slot is excluded from DeathLinks. */
  isExcluded(slot: number): boolean {
    return this.#options().death_link_without.includes(slot)
  }
}
