// A DeathLink is a Bounce with the tag DeathLink. The times of DeathLinks are kept only in memory: after a restart, a
// slot's first DeathLink may come too early, which is less harmful than a row write for each DeathLink.
import type { HostOptions } from '../options.ts'

type DeathLinkOptions = Pick<
  HostOptions,
  'death_link' | 'death_link_seconds' | 'death_link_without' | 'paused'
>

export class DeathLinkLimiter {
  readonly #options: () => DeathLinkOptions
  /** When the last DeathLink of each slot was forwarded, in milliseconds of the room's clock. */
  readonly #lastPassed = new Map<number, number>()

  constructor(limits: () => DeathLinkOptions) {
    this.#options = limits
  }

  /**
   * [AP-13.5] [AP-13.6] Whether a DeathLink from the slot may be forwarded now. Records the time of a DeathLink that
   * may be forwarded.
   */
  take(slot: number, now: number): boolean {
    const { death_link, death_link_seconds, paused } = this.#options()
    if (!death_link || paused || this.isExcluded(slot)) return false
    const since = now - (this.#lastPassed.get(slot) ?? Number.NEGATIVE_INFINITY)
    // A negative difference means that the clock was set back, and the DeathLink is forwarded.
    if (since >= 0 && since < 1000 * death_link_seconds) return false
    this.#lastPassed.set(slot, now)
    return true
  }

  isExcluded(slot: number): boolean {
    return this.#options().death_link_without.includes(slot)
  }
}
