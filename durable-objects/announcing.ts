// When a room tells the Directory of itself: at once, or soon for all that changes until then, if by then it is not as it
// was; and again if that failed.
import type { Clock } from '../wire/clock.ts'
import { Deadline } from './deadline.ts'

/** Players come and go more often than the Directory needs to hear of it. */
const soonMs = 1000
/** What failed is tried again after a while that doubles up to this. */
const latestMs = 60_000

export interface AnnouncingSettings {
  readonly clock: Clock
  /** Tells the Directory; nothing if there is nothing to tell. */
  tell(): Promise<void>
  /** Whether the Directory may not know how the room is now. */
  isNews(): boolean
  log(detail: string): void
}

export class Announcing {
  readonly #settings: AnnouncingSettings
  readonly #waiting: Deadline
  #failures = 0
  #underWay = 0
  /** One after the other: an older one that took longer would take the newer one's place. */
  #told: Promise<void> = Promise.resolve()

  constructor(settings: AnnouncingSettings) {
    this.#settings = settings
    this.#waiting = new Deadline(settings.clock, () => {
      if (settings.isNews()) void this.now()
    })
  }

  /** It is being told, or will be. */
  get pending(): boolean {
    return this.#underWay > 0 || this.#waiting.armed
  }

  soon(): void {
    this.#waiting.arm(soonMs)
  }

  /** Something may be other than it was. What the Directory knows already keeps no room awake. */
  changed(): void {
    if (this.#settings.isNews()) this.soon()
    else this.#waiting.cancel()
  }

  /** Never rejects: what failed is logged, and tried again until it is done. */
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
