// Multiplexes the object's single alarm. Unlike a timer, an alarm does not keep the object in memory and survives the
// instance, but setting it costs a row write.
import type { Clock } from '../../../wire/util/clock.ts'
import type { Disk } from '../../platform/platform.ts'

/**
 * Reasons for the alarm. `wake`: the world's own time. `ticking`: the platform evicts a ticking instance without an
 * occasional event. `idle`: the idle timeout of clients. `deletion`: finishes the room's deletion if this instance is
 * lost. `creation`: likewise for creation, and then deletes the uploaded files. `webhooks`: events to deliver or retry.
 * `erasure`: the rest of the erasure of a player, if this instance is lost.
 * `push`: the rest of a message to many browsers. `hours`: the room opens or closes, or its players are warned that it will close.
 * `reports`: deletes expired reports. `stories`: a day is over, and webhooks want its story.
 */
export type AlarmReason =
  | 'wake'
  | 'ticking'
  | 'idle'
  | 'deletion'
  | 'erasure'
  | 'creation'
  | 'webhooks'
  | 'push'
  | 'hours'
  | 'reports'
  | 'stories'

/** The platform fires an alarm within seconds. One that is later than this counts as lost, and is set again cheaply. */
const lostAfterMs = 30_000

export class Alarm {
  readonly #clock: Pick<Clock, 'now'>
  readonly #disk: Pick<Disk, 'setAlarm'>
  readonly #requested = new Map<AlarmReason, number>()
  #at: number | undefined
  #setAt = 0
  #isBatching = false

  constructor(clock: Pick<Clock, 'now'>, disk: Pick<Disk, 'setAlarm'>) {
    this.#clock = clock
    this.#disk = disk
  }

  /**
   * Sets the time for this reason, in milliseconds since 1970; undefined withdraws it. The alarm may fire early, so
   * handlers check the time.
   */
  request(reason: AlarmReason, at: number | undefined): void {
    this.checkLost()
    if (at === undefined) this.#requested.delete(reason)
    else this.#requested.set(reason, at)
    if (!this.#isBatching) this.#update()
  }

  /** Sets the alarm once, after `body`, for all that it requests. */
  batch(body: () => void): void {
    this.#isBatching = true
    try {
      body()
    } finally {
      this.#isBatching = false
      this.#update()
    }
  }

  #update(): void {
    const first = this.#requested.size > 0 ? Math.min(...this.#requested.values()) : undefined
    // An early alarm costs less than setting it again each time that its reason is withdrawn.
    if (first !== undefined && this.#at !== undefined && first >= this.#at) return
    if (first === this.#at) return
    this.#setAlarm(first)
  }

  /** Call at any event: sets an overdue alarm again, and the platform then fires it at once. */
  checkLost(): void {
    if (this.#at !== undefined && this.#clock.now() >= Math.max(this.#at, this.#setAt) + lostAfterMs)
      this.#setAlarm(this.#at)
  }

  #setAlarm(at: number | undefined): void {
    this.#at = at
    this.#setAt = this.#clock.now()
    this.#disk.setAlarm(at)
  }

  isRequested(reason: AlarmReason): boolean {
    return this.#requested.has(reason)
  }

  /** Call when the alarm has fired, or was deleted with the storage. */
  cleared(): void {
    this.#at = undefined
    this.#requested.clear()
  }
}
