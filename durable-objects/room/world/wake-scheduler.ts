// Schedules a world's wake-ups: by a timer while somebody plays, otherwise by the object's alarm, which costs a write
// and survives the instance.
import type { Clock } from '../../../wire/util/clock.ts'
import { Backoff } from '../../model/backoff.ts'
import { OneShotTimer } from '../../platform/one-shot-timer.ts'

/** While somebody plays, wake-ups sooner than this get no alarm: some worlds have many a second. */
const minAlarmDelayMs = 1000
/** A room hibernates if it has nothing to do for this long. */
const hibernateAfterMs = 10_000
/** The shortest interval of wake-ups while nobody plays: each costs an event and a write of the alarm. */
const minIdleWakeIntervalMs = 1000

export interface WakeSchedulerSettings {
  readonly clock: Clock
  /** When the world's next wake-up is due, in milliseconds since 1970; undefined or not finite: never. */
  wakeAt(): number | undefined
  /** Somebody plays. */
  isOccupied(): boolean
  doesTick(): boolean
  wake(): void
  /** Sets the wake-up for a time without players (undefined: none). */
  setWakeAlarm(at: number | undefined): void
  /** As in Backoff. */
  onFaultChanged?(): void
}

export class WakeScheduler {
  readonly #settings: WakeSchedulerSettings
  readonly #timer: OneShotTimer
  /** Retries of failed wake-ups. */
  readonly backoff: Backoff
  #armedFor: number | undefined
  #lastWakeAt = Number.NEGATIVE_INFINITY

  constructor(settings: WakeSchedulerSettings) {
    this.#settings = settings
    this.backoff = new Backoff('wake', settings.onFaultChanged)
    this.#timer = new OneShotTimer(settings.clock, () => settings.wake())
  }

  get wakeAt(): number | undefined {
    const due = this.#settings.wakeAt()
    return due !== undefined && Number.isFinite(due) ? due : undefined
  }

  get isDue(): boolean {
    const { wakeAt } = this
    return wakeAt !== undefined && wakeAt <= this.#now
  }

  /** The world's due time has changed since it was last armed. */
  get hasChanged(): boolean {
    return this.wakeAt !== this.#armedFor
  }

  /** Starts a wake-up. The returned function says whether what was due is done, even if more is due already. */
  startWake(): () => boolean {
    const { wakeAt } = this
    this.#lastWakeAt = this.#now
    return () => {
      const left = this.wakeAt
      return wakeAt === undefined || wakeAt > this.#now || left === undefined || left > wakeAt
    }
  }

  schedule(): void {
    const { isOccupied, doesTick, setWakeAlarm } = this.#settings
    this.#timer.cancel()
    this.#armedFor = this.wakeAt
    const at = this.#nextWakeAt
    const inMs = (at ?? Number.POSITIVE_INFINITY) - this.#now
    // A ticking world does not hibernate; in others a timer keeps the room in memory until it fires.
    if (isOccupied() && at !== undefined && (doesTick() || inMs < hibernateAfterMs)) this.#timer.start(inMs)
    // The alarm survives this instance, unlike the timer, but costs a write; for soon wake-ups, players reconnect in
    // time.
    if (!isOccupied() || inMs === Number.POSITIVE_INFINITY || inMs >= minAlarmDelayMs) setWakeAlarm(at)
  }

  cancel(): void {
    this.#timer.cancel()
  }

  /** The world's due time, delayed by retries, and by the shortest interval while nobody plays. */
  get #nextWakeAt(): number | undefined {
    if (this.#armedFor === undefined) return undefined
    const at = Math.max(this.#armedFor, this.#now + this.backoff.wait(this.#now))
    if (this.#settings.isOccupied()) return at
    // A clock that was set back does not extend the wait.
    return this.backoff.isHalted
      ? undefined
      : Math.max(at, Math.min(this.#lastWakeAt, this.#now) + minIdleWakeIntervalMs)
  }

  get #now(): number {
    return this.#settings.clock.now()
  }
}
