// Which DeathLinks a room passes on. Who uses it: a Bounce that has the tag. What it remembers is gone with the instance: a
// death too many after a restart hurts less than a write for each.
import type { HostOptions } from '../options.ts'

type Limits = Pick<HostOptions, 'death_link' | 'death_link_seconds' | 'death_link_without'>

export class DeathLinks {
  readonly #limits: () => Limits
  /** By slot, when one of its own was passed on last, in the host's milliseconds. */
  readonly #last = new Map<number, number>()

  constructor(limits: () => Limits) {
    this.#limits = limits
  }

  /** [AP-13.5] Whether one of this slot goes on now; then it is its last. */
  passes(slot: number, now: number): boolean {
    const { death_link, death_link_seconds } = this.#limits()
    if (!death_link || this.isWithout(slot)) return false
    const since = now - (this.#last.get(slot) ?? Number.NEGATIVE_INFINITY)
    // A clock that was put back makes nobody wait longer than was meant.
    if (since >= 0 && since < 1000 * death_link_seconds) return false
    this.#last.set(slot, now)
    return true
  }

  /** It has nothing to do with them. */
  isWithout(slot: number): boolean {
    return this.#limits().death_link_without.includes(slot)
  }
}
