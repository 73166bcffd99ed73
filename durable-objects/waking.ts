// Schedules a world's wake-ups: by a timer while somebody plays, otherwise by the object's alarm, which costs a write
// and survives the instance.
import type { Clock } from '../wire/clock.ts'
import { Deadline } from './deadline.ts'
import { Retries } from './retries.ts'

/** While somebody plays, wake-ups sooner than this get no alarm: some worlds have many a second. */
const soonMs = 1000
/** A room hibernates if it has nothing to do for this long. */
const restMs = 10_000
/** The shortest interval of wake-ups while nobody plays: each costs an event and a write of the alarm. */
const wakesApartMs = 1000

export interface WakingSettings {
  readonly clock: Clock
  /** When the world's next wake-up is due, in milliseconds since 1970; undefined or not finite: never. */
  due(): number | undefined
  /** Somebody plays. */
  occupied(): boolean
  ticks(): boolean
  wake(): void
  /** Sets the wake-up for a time without players (undefined: none). */
  wakeLater(at: number | undefined): void
  /** As in Retries. */
  troubled?(): void
}

export class Waking {
  readonly #settings: WakingSettings
  readonly #timer: Deadline
  /** Retries of failed wake-ups. */
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

  /** The world's due time has changed since it was last armed. */
  get changed(): boolean {
    return this.due !== this.#dueAt
  }

  /** Starts a wake-up. The returned function says whether what was due is done, even if more is due already. */
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
    // A ticking world does not hibernate; in others a timer keeps the room in memory until it fires.
    if (occupied() && at !== undefined && (ticks() || inMs < restMs)) this.#timer.arm(inMs)
    // The alarm survives this instance, unlike the timer, but costs a write; for soon wake-ups, players reconnect in
    // time.
    if (!occupied() || inMs === Number.POSITIVE_INFINITY || inMs >= soonMs) wakeLater(at)
  }

  cancel(): void {
    this.#timer.cancel()
  }

  /** The world's due time, delayed by retries, and by the shortest interval while nobody plays. */
  get #at(): number | undefined {
    if (this.#dueAt === undefined) return undefined
    const at = Math.max(this.#dueAt, this.#now + this.retries.wait(this.#now))
    if (this.#settings.occupied()) return at
    // A clock that was set back does not extend the wait.
    return this.retries.standsStill
      ? undefined
      : Math.max(at, Math.min(this.#wokenAt, this.#now) + wakesApartMs)
  }

  get #now(): number {
    return this.#settings.clock.now()
  }
}
