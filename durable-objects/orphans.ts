// Deletes session rows of earlier instances whose sessions do not resume.
import type { Clock } from '../wire/clock.ts'
import { Deadline } from './deadline.ts'
import { notePrefix } from './direct-line.ts'
import { sessionRowPrefix } from './session-row.ts'
import type { Records } from './store.ts'

/** Interval of checks: the timer keeps the room in memory. */
const lookMs = 1_000
/**
 * [LINK-8] No sidecar resumes after this many checks: its own timeout is a minute. Checks are counted instead of time:
 * a clock that is set forward would delete rows of sessions about to resume, whose frames would be applied twice.
 */
const orphanLooks = 61

export interface OrphansSettings {
  readonly clock: Clock
  readonly records: Records
  /** Whether the session of this row is here, or may resume with this instance. */
  owned(key: string): boolean
  log(event: string, detail: string): void
}

export class Orphans {
  readonly #settings: OrphansSettings
  readonly #looking: Deadline
  /** Unclaimed rows, each with the number of checks. */
  readonly #looks = new Map<string, number>()

  constructor(settings: OrphansSettings) {
    this.#settings = settings
    this.#looking = new Deadline(settings.clock, () => this.#look())
  }

  /** Starts checking rows that no session has claimed. */
  adopt(): void {
    for (const key of [...this.#looks.keys()]) if (this.#settings.owned(key)) this.#looks.delete(key)
    for (const prefix of [sessionRowPrefix, notePrefix])
      for (const [key] of this.#settings.records.list(prefix)) if (!this.#settings.owned(key)) this.add(key)
    if (this.#looks.size === 0) this.#looking.cancel()
  }

  /** Stops checking until hibernated links resume: no need to stay in memory for that. `adopt` follows. */
  rest(): void {
    this.#looking.cancel()
  }

  /** Adds a row whose session is over but could not be deleted, or may be over. */
  add(key: string): void {
    this.#looks.set(key, this.#looks.get(key) ?? 0)
    this.#looking.arm(lookMs)
  }

  /** Deletes the row of an ended session; retries on failure. */
  forget(key: string): void {
    this.#delete([key])
  }

  /** The room is deleted with its rows. */
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
