// Shares the object's single alarm among several reasons. Unlike a timer, an alarm does not keep the object in memory
// and survives the instance, but setting it costs a row write.
import type { Clock } from '../../../wire/util/clock.ts'
import type { Disk } from '../../platform/platform.ts'

export type AlarmReason =
  | 'wake' // something in the world is due, or opening the world is tried again
  | 'ticking' // an occasional event, without which the platform evicts a ticking instance
  | 'idle' // the idle timeout of clients
  | 'deletion' // finishes a lost instance's deletion, or erases a deleted room's data after `retentionMs`
  | 'erasure' // finishes a lost instance's erasure of a player
  | 'creation' // deletes an abandoned creation
  | 'webhooks' // delivers or retries events
  | 'push' // continues a message to many browsers
  | 'hours' // the room opens or closes, or its players are warned before it closes
  | 'reports' // deletes expired reports
  | 'stories' // the end of a day, whose story is sent to webhooks

/** The platform fires an alarm within seconds. One that is overdue by more than this is lost, and is set again. */
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
   * Sets the time at which the alarm fires for this reason, in milliseconds since 1970; undefined withdraws it. The
   * alarm may fire early, so handlers check the time.
   */
  request(reason: AlarmReason, at: number | undefined): void {
    this.checkLost()
    if (at === undefined) this.#requested.delete(reason)
    else this.#requested.set(reason, at)
    if (!this.#isBatching) this.#update()
  }

  /** Sets the alarm once for all requests of `body`. */
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
    // If the earliest reason is withdrawn and others remain, firing early costs less than setting the alarm again.
    if (first !== undefined && this.#at !== undefined && first >= this.#at) return
    if (first === this.#at) return
    this.#setAlarm(first)
  }

  /** Call at every event. Sets a lost alarm again, which the platform then fires at once. */
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

  cleared(): void {
    this.#at = undefined
    this.#requested.clear()
  }
}
