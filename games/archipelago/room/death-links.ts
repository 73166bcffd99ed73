// Which DeathLinks a room passes on. Used for a Bounce with the tag. Kept in memory only: one DeathLink too many after
// a restart costs less than a write for each.
import type { HostOptions } from '../options.ts'

type Limits = Pick<HostOptions, 'death_link' | 'death_link_seconds' | 'death_link_without'>

export class DeathLinks {
  readonly #limits: () => Limits
  /** By slot: when its last DeathLink was passed on, in the host's milliseconds. */
  readonly #last = new Map<number, number>()

  constructor(limits: () => Limits) {
    this.#limits = limits
  }

  /** [AP-13.5] Whether a DeathLink of this slot passes now; if so, records the time. */
  passes(slot: number, now: number): boolean {
    const { death_link, death_link_seconds } = this.#limits()
    if (!death_link || this.isWithout(slot)) return false
    const since = now - (this.#last.get(slot) ?? Number.NEGATIVE_INFINITY)
    // A clock that was set back does not lengthen the wait.
    if (since >= 0 && since < 1000 * death_link_seconds) return false
    this.#last.set(slot, now)
    return true
  }

  /** Whether the slot is excluded from DeathLinks. */
  isWithout(slot: number): boolean {
    return this.#limits().death_link_without.includes(slot)
  }
}
