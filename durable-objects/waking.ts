// When a world is woken for what is due in it: by a timer while somebody is in, else by the object's alarm, which costs a
// write and outlives the instance.
import type { Clock } from '../wire/clock.ts'
import { Deadline } from './deadline.ts'
import { Retries } from './retries.ts'

/** What is due so soon gets no alarm while somebody is in: some worlds have something due many times a second. */
const soonMs = 1000
/** A room sleeps if it has nothing to do for so long. */
const restMs = 10_000
/** With nobody in, a world is not woken more often than this: each time costs an event and a write of the alarm. */
const wakesApartMs = 1000

export interface WakingSettings {
  readonly clock: Clock
  /** When the world wants to be woken, in milliseconds since 1970; undefined, or no time at all: not. */
  due(): number | undefined
  /** Somebody plays. */
  occupied(): boolean
  ticks(): boolean
  wake(): void
  /** Nobody is in, and the world wants waking at this time (undefined: not at all). */
  wakeLater(at: number | undefined): void
  /** As Retries has it. */
  troubled?(): void
}

export class Waking {
  readonly #settings: WakingSettings
  readonly #timer: Deadline
  /** What is due and fails. */
  readonly retries: Retries
  #dueAt: number | undefined
  #wokenAt = Number.NEGATIVE_INFINITY

  constructor(settings: WakingSettings) {
    this.#settings = settings
    this.retries = new Retries('wake', settings.troubled)
    this.#timer = new Deadline(settings.clock, () => settings.wake())
  }

  get due(): number | undefined {
    const due = this.#settings.due()
    return due !== undefined && Number.isFinite(due) ? due : undefined
  }

  get isDue(): boolean {
    const { due } = this
    return due !== undefined && due <= this.#now
  }

  /** The world wants another time than when it was last armed. */
  get changed(): boolean {
    return this.due !== this.#dueAt
  }

  /** The world is being woken. Says afterwards whether what was due is done; what comes after it may be due already, too. */
  begin(): () => boolean {
    const { due } = this
    this.#wokenAt = this.#now
    return () => {
      const left = this.due
      return due === undefined || due > this.#now || left === undefined || left > due
    }
  }

  arm(): void {
    const { occupied, ticks, wakeLater } = this.#settings
    this.#timer.cancel()
    this.#dueAt = this.due
    const at = this.#at
    const inMs = (at ?? Number.POSITIVE_INFINITY) - this.#now
    // A world that ticks does not sleep; of another a timer keeps the room awake until it runs.
    if (occupied() && at !== undefined && (ticks() || inMs < restMs)) this.#timer.arm(inMs)
    // The timer dies with this instance, the alarm does not; but it costs a write, and who is in comes back by then.
    if (!occupied() || inMs === Number.POSITIVE_INFINITY || inMs >= soonMs) wakeLater(at)
  }

  cancel(): void {
    this.#timer.cancel()
  }

  /** As the world wants, but for what fails, and not too often while nobody is in. */
  get #at(): number | undefined {
    if (this.#dueAt === undefined) return undefined
    const at = Math.max(this.#dueAt, this.#now + this.retries.wait(this.#now))
    if (this.#settings.occupied()) return at
    // A clock that was put back makes nobody wait longer than was meant.
    return this.retries.standsStill
      ? undefined
      : Math.max(at, Math.min(this.#wokenAt, this.#now) + wakesApartMs)
  }

  get #now(): number {
    return this.#settings.clock.now()
  }
}
