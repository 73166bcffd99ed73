// Rows of sessions that an instance before this one left: whose session does not come back for them is gone.
import type { Clock } from '../wire/clock.ts'
import { Deadline } from './deadline.ts'
import { notePrefix } from './direct-line.ts'
import { sessionRowPrefix } from './session-row.ts'
import type { Records } from './store.ts'

/** How often it is seen whether all have been claimed: the timer keeps the room awake. */
const lookMs = 1_000
/**
 * [LINK-8] No sidecar comes back after so many looks: its own patience is a minute. Looks are counted, and no time is
 * taken: by a clock that is set forward the rows of who is still on his way would go, and his frames be taken again.
 */
const orphanLooks = 61

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
  /** Rows that nobody has claimed yet, and how often they were looked for. */
  readonly #looks = new Map<string, number>()

  constructor(settings: OrphansSettings) {
    this.#settings = settings
    this.#looking = new Deadline(settings.clock, () => this.#look())
  }

  /** Waits for who owns what lies here, if there is anything that nobody has claimed. */
  adopt(): void {
    for (const key of [...this.#looks.keys()]) if (this.#settings.owned(key)) this.#looks.delete(key)
    for (const prefix of [sessionRowPrefix, notePrefix])
      for (const [key] of this.#settings.records.list(prefix)) if (!this.#settings.owned(key)) this.add(key)
    if (this.#looks.size === 0) this.#looking.cancel()
  }

  /** Links that slept have yet to say who is behind them, and nobody stays awake for that: `adopt` follows. */
  rest(): void {
    this.#looking.cancel()
  }

  /** A row whose session is over, but that could not be deleted; or one whose session may be. */
  add(key: string): void {
    this.#looks.set(key, this.#looks.get(key) ?? 0)
    this.#looking.arm(lookMs)
  }

  /** Deletes the row of a session that is over; if that fails, later. */
  forget(key: string): void {
    this.#delete([key])
  }

  /** The room is gone, and its rows with it. */
  stop(): void {
    this.#looking.cancel()
    this.#looks.clear()
  }

  #look(): void {
    const over: string[] = []
    for (const [key, looks] of this.#looks) {
      if (this.#settings.owned(key)) this.#looks.delete(key)
      else if (looks + 1 >= orphanLooks) over.push(key)
      else this.#looks.set(key, looks + 1)
    }
    this.#delete(over)
    if (this.#looks.size > 0) this.#looking.arm(lookMs)
  }

  #delete(keys: readonly string[]): void {
    if (keys.length === 0) return
    try {
      this.#settings.records.write(new Map(keys.map((key) => [key, undefined])))
      for (const key of keys) this.#looks.delete(key)
    } catch (error) {
      this.#settings.log('rows not deleted', String(error))
      for (const key of keys) this.add(key)
    }
  }
}
