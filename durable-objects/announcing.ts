// Publishes a room's announcement to the Directory: at once, or after a short delay if it has changed by then. Retries
// after a failure.
import type { Clock } from '../wire/clock.ts'
import { Deadline } from './deadline.ts'

/** Collects changes: players join and leave more often than the Directory needs to know. */
const soonMs = 1000
/** The retry delay doubles up to this. */
const latestMs = 60_000

export interface AnnouncingSettings {
  readonly clock: Clock
  /** Sends the announcement if there is one to send. */
  tell(): Promise<void>
  /** Whether the room may have changed since the last announcement. */
  isNews(): boolean
  log(detail: string): void
}

export class Announcing {
  readonly #settings: AnnouncingSettings
  readonly #waiting: Deadline
  #failures = 0
  #underWay = 0
  /** Serializes announcements: a slow older one would overwrite a newer one. */
  #told: Promise<void> = Promise.resolve()

  constructor(settings: AnnouncingSettings) {
    this.#settings = settings
    this.#waiting = new Deadline(settings.clock, () => {
      if (settings.isNews()) void this.now()
    })
  }

  /** An announcement is under way or scheduled. */
  get pending(): boolean {
    return this.#underWay > 0 || this.#waiting.armed
  }

  soon(): void {
    this.#waiting.arm(soonMs)
  }

  /** The room may have changed. Without a change since the last announcement no timer keeps the room in memory. */
  changed(): void {
    if (this.#settings.isNews()) this.soon()
    else this.#waiting.cancel()
  }

  /** Never rejects: failures are logged and retried until one succeeds. */
  now(): Promise<void> {
    this.#waiting.cancel()
    this.#underWay++
    this.#told = this.#told.then(() => this.#tell()).finally(() => this.#underWay--)
    return this.#told
  }

  async #tell(): Promise<void> {
    try {
      await this.#settings.tell()
      this.#failures = 0
    } catch (error) {
      this.#settings.log(String(error))
      this.#waiting.arm(Math.min(latestMs, soonMs * 2 ** this.#failures++))
    }
  }

  stop(): void {
    this.#waiting.cancel()
  }
}
