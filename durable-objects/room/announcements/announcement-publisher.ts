// Publishes a room's announcement to the Directory: at once, or after a short delay if it has changed by then. Retries
// after a failure.
import type { Clock } from '../../../wire/util/clock.ts'
import { OneShotTimer } from '../../platform/one-shot-timer.ts'

/** Collects changes: players join and leave more often than the Directory needs to know. */
const debounceMs = 1000
/** The retry delay doubles up to this. */
const maxRetryDelayMs = 60_000

export interface AnnouncementPublisherSettings {
  readonly clock: Clock
  /** Sends the announcement, if one is pending. */
  send(): Promise<void>
  /** Whether the room may have changed since the last announcement. */
  hasChanged(): boolean
  log(detail: string): void
}

export class AnnouncementPublisher {
  readonly #settings: AnnouncementPublisherSettings
  readonly #timer: OneShotTimer
  #failures = 0
  #inFlight = 0
  /** Serializes announcements: a slow older one would overwrite a newer one. */
  #lastSend: Promise<void> = Promise.resolve()

  constructor(settings: AnnouncementPublisherSettings) {
    this.#settings = settings
    this.#timer = new OneShotTimer(settings.clock, () => {
      if (settings.hasChanged()) void this.publish()
    })
  }

  /** Whether an announcement is in progress or scheduled. */
  get isPending(): boolean {
    return this.#inFlight > 0 || this.#timer.isRunning
  }

  publishSoon(): void {
    this.#timer.start(debounceMs)
  }

  /**
   * Schedules an announcement if the room has changed since the last one. Otherwise no timer keeps the room in memory.
   */
  publishIfChanged(): void {
    if (this.#settings.hasChanged()) this.publishSoon()
    else this.#timer.cancel()
  }

  /** Never rejects: failures are logged and retried until one succeeds. */
  publish(): Promise<void> {
    this.#timer.cancel()
    this.#inFlight++
    this.#lastSend = this.#lastSend.then(() => this.#send()).finally(() => this.#inFlight--)
    return this.#lastSend
  }

  async #send(): Promise<void> {
    try {
      await this.#settings.send()
      this.#failures = 0
    } catch (error) {
      this.#settings.log(String(error))
      this.#timer.start(Math.min(maxRetryDelayMs, debounceMs * 2 ** this.#failures++))
    }
  }

  stop(): void {
    this.#timer.cancel()
  }
}
