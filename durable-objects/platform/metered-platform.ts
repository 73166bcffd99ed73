// A platform whose use is counted as Cloudflare bills it.
import type { Timer } from '../../wire/util/clock.ts'
import type { SqlStorage } from '../storage/records.ts'
import type { Platform } from './platform.ts'

/** The sums of what a room has used. */
export interface UsageCounts {
  /** Incoming WebSocket messages. */
  messages: number
  /** Incoming upgrades, calls and alarms, and calls to the Directory. */
  requests: number
  rowsRead: number
  /** Rows written, including those for alarms. */
  rowsWritten: number
  /** Time in which the room could not hibernate. */
  awakeMs: number
  /** Clock minutes with an event. */
  minutes: number
}

export const zeroUsage: Readonly<UsageCounts> = {
  ...{ messages: 0, requests: 0, rowsRead: 0, rowsWritten: 0, awakeMs: 0, minutes: 0 },
}

const fields = ['messages', 'requests', 'rowsRead', 'rowsWritten', 'awakeMs', 'minutes'] as const

export function addUsage(one: Readonly<UsageCounts>, other: Readonly<UsageCounts>): UsageCounts {
  const all = { ...one }
  for (const field of fields) all[field] += other[field]
  return all
}

export class MeteredPlatform {
  readonly platform: Platform
  /** Rows that this instance has read and written. */
  readonly rows = { rowsRead: 0, rowsWritten: 0 }
  /** Called when the last pending timer has fired or was cancelled: the room may hibernate. */
  onTimersDone: (() => void) | undefined
  readonly #metered: Platform
  #counts: UsageCounts = { ...zeroUsage }
  #timers = 0
  #awakeSince = 0

  constructor(platform: Platform) {
    const { clock, disk } = platform
    this.#metered = platform
    this.platform = {
      ...platform,
      clock: {
        now: () => clock.now(),
        soon: (run) => clock.soon(run),
        after: (ms, run) => this.#after(ms, run),
      },
      disk: {
        ...disk,
        get storedBytes() {
          return disk.storedBytes
        },
        sql: this.#countedSql(disk.sql),
        setAlarm: (at) => {
          if (at !== undefined) this.#countRows(0, 1)
          disk.setAlarm(at)
        },
      },
    }
  }

  /** Counts since they were last taken. */
  get counts(): UsageCounts {
    return this.#counts
  }

  /** A timer keeps the room in memory. */
  get hasTimers(): boolean {
    return this.#timers > 0
  }

  /** Returns the counts and starts again at zero. */
  takeCounts(): UsageCounts {
    const counts = this.#counts
    this.#counts = { ...zeroUsage }
    return counts
  }

  addCounts(counts: Readonly<UsageCounts>): void {
    this.#counts = addUsage(counts, this.#counts)
  }

  /** Adds the time since a timer became pending. */
  countAwake(): void {
    if (this.#timers === 0) return
    const now = this.#metered.clock.now()
    this.#counts.awakeMs += now - this.#awakeSince
    this.#awakeSince = now
  }

  #after(ms: number, run: () => void): Timer {
    let armed = true
    const end = () => {
      if (!armed) return
      armed = false
      this.countAwake()
      this.#timers--
    }
    if (this.#timers++ === 0) this.#awakeSince = this.#metered.clock.now()
    const timer = this.#metered.clock.after(ms, () => {
      run()
      // Ends after `run`, so that a timer armed by it leaves no gap.
      end()
      if (this.#timers === 0) this.onTimersDone?.()
    })
    return {
      cancel() {
        end()
        timer.cancel()
      },
    }
  }

  /** The number of rows is known once all are read. */
  #countedSql(sql: SqlStorage): SqlStorage {
    return {
      exec: (query, ...bindings) => {
        const cursor = sql.exec<never>(query, ...bindings)
        const rows = [...cursor]
        this.#countRows(cursor.rowsRead ?? 0, cursor.rowsWritten ?? 0)
        return rows
      },
    }
  }

  #countRows(read: number, written: number): void {
    for (const counts of [this.#counts, this.rows]) {
      counts.rowsRead += read
      counts.rowsWritten += written
    }
  }
}
