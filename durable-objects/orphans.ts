// Rows of sessions that an instance before this one left: whose session does not come back for them is gone.
import type { Clock } from '../wire/clock.ts'
import { Deadline } from './deadline.ts'
import { notePrefix } from './direct-line.ts'
import { sessionRowPrefix } from './session-row.ts'
import type { Records } from './store.ts'

/** [LINK-8] No sidecar comes back after so long: its own patience is a minute. */
const orphanMs = 61_000
/** How often it is seen whether all have been claimed: the timer keeps the room awake. */
const lookMs = 1_000

export interface OrphansSettings {
  readonly clock: Clock
  readonly records: Records
  /** Whether the session that a row is of is here, or may come back to this instance. */
  owned(key: string): boolean
  log(event: string, detail: string): void
}

export class Orphans {
  readonly #settings: OrphansSettings
  readonly #looking: Deadline
  /** Rows that nobody has claimed yet, and since when they are waited for. */
  readonly #since = new Map<string, number>()

  constructor(settings: OrphansSettings) {
    this.#settings = settings
    this.#looking = new Deadline(settings.clock, () => this.#look())
  }

  /** Waits for who owns what lies here. */
  adopt(): void {
    for (const prefix of [sessionRowPrefix, notePrefix])
      for (const [key] of this.#settings.records.list(prefix)) if (!this.#settings.owned(key)) this.add(key)
  }

  /** A row whose session is over, but that could not be deleted; or one whose session may be. */
  add(key: string): void {
    this.#since.set(key, this.#since.get(key) ?? this.#settings.clock.now())
    this.#looking.arm(lookMs)
  }

  /** Deletes the row of a session that is over; if that fails, later. */
  forget(key: string): void {
    this.#delete([key])
  }

  stop(): void {
    this.#looking.cancel()
  }

  #look(): void {
    const { clock, owned } = this.#settings
    const now = clock.now()
    for (const key of [...this.#since.keys()]) if (owned(key)) this.#since.delete(key)
    this.#delete([...this.#since].filter(([, since]) => now - since >= orphanMs).map(([key]) => key))
    if (this.#since.size > 0) this.#looking.arm(lookMs)
  }

  #delete(keys: readonly string[]): void {
    if (keys.length === 0) return
    try {
      this.#settings.records.write(new Map(keys.map((key) => [key, undefined])))
      for (const key of keys) this.#since.delete(key)
    } catch (error) {
      this.#settings.log('rows not deleted', String(error))
      for (const key of keys) this.add(key)
    }
  }
}
