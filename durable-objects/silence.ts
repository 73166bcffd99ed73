// Who plays no more and has said nothing: looked for a few times in the time that silence may last, as long as somebody
// plays, for the timer keeps the room awake. Where nobody does who is silent costs nothing, and his door looks for him.
import type { Clock } from '../wire/clock.ts'
import { Deadline } from './deadline.ts'
import type { Seat } from './seat.ts'

/**
 * How often the silent are looked for in the time that silence may last. Looks are counted, and no time is taken: a
 * clock that is set forward would end everybody.
 */
const idleLooks = 10

export interface SilenceSettings {
  readonly clock: Clock
  seats(): readonly Seat[]
  /** Of silence, in milliseconds, before a session is ended; 0: none is, or nobody plays. */
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

  /** Looks later, or not at all. */
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
