// Idle timeout of sessions that stay silent while others play: a few checks per timeout, because the timer keeps the
// room in memory. While nobody plays, idle sessions cost nothing, and their gateway times them out.
import type { Clock } from '../wire/clock.ts'
import { Deadline } from './deadline.ts'
import type { Seat } from './seat.ts'

/** Checks per timeout. Checks are counted instead of time: a clock that is set forward would end all sessions. */
const idleLooks = 10

export interface SilenceSettings {
  readonly clock: Clock
  seats(): readonly Seat[]
  /** The idle timeout in milliseconds; 0: none, or nobody plays. */
  mayLast(): number
  end(seat: Seat): void
}

export class Silence {
  readonly #settings: SilenceSettings
  readonly #looking: Deadline

  constructor(settings: SilenceSettings) {
    this.#settings = settings
    this.#looking = new Deadline(settings.clock, () => this.#look())
  }

  /** Schedules the next check, or none. */
  arm(): void {
    const ms = this.#settings.mayLast()
    if (ms > 0) this.#looking.arm(ms / idleLooks)
    else this.#looking.cancel()
  }

  cancel(): void {
    this.#looking.cancel()
  }

  #look(): void {
    for (const seat of this.#settings.seats()) if (++seat.looksUnheard > idleLooks) this.#settings.end(seat)
    this.arm()
  }
}
