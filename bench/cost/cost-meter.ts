// Counts a Room's billable usage of the platform.

import type { Platform } from '../../durable-objects/platform/platform.ts'
import type { Usage } from '../../durable-objects/pricing/prices.ts'
import type { SqlStorage } from '../../durable-objects/storage/records.ts'
import type { Clock } from '../../wire/util/clock.ts'

type Row = Parameters<SqlStorage['exec']>[1]

/** Counts the usage since the meter was created. Call `begin` to count from a later time. */
export class CostMeter {
  messages = 0
  requests = 0
  rowsRead = 0
  rowsWritten = 0
  readonly #now: () => number
  #timers = 0
  #awakeMs = 0
  #awakeSince = 0
  #instance: object | undefined
  instances = 0

  constructor(now: () => number) {
    this.#now = now
  }

  get awakeMs(): number {
    return this.#awakeMs + (this.#timers > 0 ? this.#now() - this.#awakeSince : 0)
  }

  /** Returns a function that returns the usage since this call. */
  begin(): () => Usage {
    const { messages, requests, rowsRead, rowsWritten, awakeMs } = this
    const began = this.#now()
    return () => ({
      seconds: (this.#now() - began) / 1000,
      messages: this.messages - messages,
      requests: this.requests - requests,
      rowsRead: this.rowsRead - rowsRead,
      rowsWritten: this.rowsWritten - rowsWritten,
      awakeSeconds: (this.awakeMs - awakeMs) / 1000,
    })
  }

  /**
   * Returns a platform for a new instance of the room. This platform counts the usage of the instance. The meter
   * ignores the timers of the previous instance from now on.
   */
  metered(platform: Platform): Platform {
    const instance = {}
    this.#instance = instance
    this.instances++
    this.#count(-this.#timers)
    const { disk } = platform
    return {
      ...platform,
      clock: this.#clock(platform.clock, instance),
      disk: {
        ...disk,
        sql: new MeteredSql(disk.sql, this),
        setAlarm: (at) => {
          if (at !== undefined) this.rowsWritten++
          disk.setAlarm(at)
        },
      },
    }
  }

  /** Call this when the instance has fallen asleep or was evicted. */
  instanceEnded(): void {
    this.#instance = undefined
    this.#count(-this.#timers)
  }

  #count(timers: number): void {
    const before = this.#timers
    this.#timers += timers
    if (before === 0 && this.#timers > 0) this.#awakeSince = this.#now()
    else if (before > 0 && this.#timers === 0) this.#awakeMs += this.#now() - this.#awakeSince
  }

  /** An instance with a timer does not sleep and is billed. */
  #clock(clock: Clock, instance: object): Clock {
    return {
      now: () => clock.now(),
      soon: (run) => clock.soon(run),
      after: (ms, run) => {
        let armed = true
        const end = () => {
          if (armed && this.#instance === instance) this.#count(-1)
          armed = false
        }
        this.#count(1)
        const timer = clock.after(ms, () => {
          run()
          // Ends the timer only after its callback, so that the awake time has no gap if the callback sets another
          // timer.
          end()
        })
        return {
          cancel() {
            end()
            timer.cancel()
          },
        }
      },
    }
  }
}

const rowsOf = 'SELECT value FROM record WHERE key = ? ORDER BY part'

/**
 * Counts the rows that the statements of durable-objects/storage/records.ts read and write, like the platform's SQLite.
 * A new row counts twice, because it has an index entry; a changed or deleted row counts once. The number of read rows
 * is accurate to one row per statement.
 */
export class MeteredSql implements SqlStorage {
  readonly #sql: SqlStorage
  readonly #uncounted: SqlStorage
  readonly #counts: { rowsRead: number; rowsWritten: number }

  /** `uncounted`: the same database, for this meter's own queries, which it does not count. */
  constructor(
    sql: SqlStorage,
    counts: { rowsRead: number; rowsWritten: number },
    uncounted: SqlStorage = sql,
  ) {
    this.#sql = sql
    this.#uncounted = uncounted
    this.#counts = counts
  }

  exec<R extends Record<string, Row>>(
    query: string,
    ...bindings: Row[]
  ): ReturnType<SqlStorage['exec']> & Iterable<R> {
    const parts = /^(INSERT|DELETE)/.test(query) ? [...this.#uncounted.exec(rowsOf, bindings[0]!)].length : 0
    const rows = [...this.#sql.exec<R>(query, ...bindings)]
    const rowsRead = rows.length + 1
    const rowsWritten = writtenBy(query, parts, Number(bindings[1]))
    this.#counts.rowsRead += rowsRead
    this.#counts.rowsWritten += rowsWritten
    return Object.assign(rows, { rowsRead, rowsWritten })
  }
}

/**
 * The number of rows that a statement writes. `parts`: number of rows that the record had before. `part`: index of the
 * written row, or of the first deleted row.
 */
function writtenBy(query: string, parts: number, part: number): number {
  if (query.startsWith('INSERT')) return parts > part ? 1 : 2
  if (query.startsWith('DELETE')) return Math.max(0, parts - part)
  return query.startsWith('CREATE') ? 3 : 0
}
