// Counts a room's platform usage as the platform bills it, for its owner. It writes a row at most every five minutes of
// use; unwritten counts are in the attachment of a socket, which survives hibernation and costs nothing. Without a
// socket, the counts of those five minutes are lost when the room hibernates, and likewise with a lost instance. The
// Worker's cost is the whole site's and not included, nor is the Directory's except for calls by rooms.
import type { Clock, Timer } from '../../../wire/util/clock.ts'
import type { Platform } from '../../platform/platform.ts'
import { type Records, type SqlStorage, sqlRecords } from '../../storage/records.ts'
import {
  addToDay,
  addUsage,
  type StoredUsage,
  toUsageReport,
  type UsageCounts,
  type UsageReport,
  zeroUsage,
} from './daily-usage.ts'

const meterKey = 'meter'

const minuteMs = 60_000
const writeIntervalMs = 5 * minuteMs
/** Counts may stay in a socket's attachment this long, while events are rare. */
const maxSocketMs = 60 * minuteMs
/** The attachment is updated after each event, at most this often a second. */
const maxSocketWritesPerSecond = 20

/** Counts that are not written. `at`: until when, in milliseconds since 1970. */
export interface UnwrittenUsage extends Readonly<UsageCounts> {
  readonly at: number
}

export interface UsageMeterSettings {
  readonly platform: Platform
  /** Milliseconds since 1970; undefined: there is no room. */
  createdAt(): number | undefined
  /** Whether its world is open. Read-only access writes nothing. */
  isWorldOpen(): boolean
  /** Stores the counts in a socket for a later instance; false: there is no socket. */
  storeInSocket(unwritten: UnwrittenUsage): boolean
  /** The counts that the previous instance stored in a socket. */
  loadFromSocket(): UnwrittenUsage | undefined
  failed(error: unknown): void
}

export class UsageMeter {
  readonly #settings: UsageMeterSettings
  readonly #clock: Clock
  /** The settings' platform, with usage counted. */
  readonly platform: Platform
  /** Not the packed records, which would write it twice. */
  readonly #records: Records
  /** Counts that are not in `#kept` yet. */
  #counts: UsageCounts = { ...zeroUsage }
  /** As stored; undefined: not read yet. */
  #stored: StoredUsage | undefined
  #timers = 0
  #awakeSince = 0
  /** The minute of the last event, since 1970. */
  #minute = 0
  #second = 0
  #socketWrites = 0
  /** Rows of this instance, written or not. */
  readonly rows = { rowsRead: 0, rowsWritten: 0 }

  constructor(settings: UsageMeterSettings) {
    const { platform } = settings
    const { clock, disk } = platform
    this.#settings = settings
    this.#clock = clock
    this.platform = {
      ...platform,
      clock: {
        now: () => clock.now(),
        soon: (run) => clock.soon(run),
        after: (ms, run) => this.#after(ms, run),
      },
      disk: {
        ...disk,
        sql: this.#countedSql(disk.sql),
        setAlarm: (at) => {
          if (at !== undefined) this.#countRows(0, 1)
          disk.setAlarm(at)
        },
      },
    }
    const own = this.platform.disk
    this.#records = sqlRecords(own.sql, (body) => own.transaction(body))
  }

  /** Counts an incoming message. */
  countMessage(): void {
    this.#countMinute()
    this.#counts.messages++
  }

  /** Counts an upgrade, a call, an alarm, or a call to the Directory. */
  countRequest(): void {
    this.#countMinute()
    this.#counts.requests++
  }

  /** The event is over. */
  eventDone(): void {
    const now = this.#clock.now()
    // A pending timer calls this again when it fires.
    if (this.#timers > 0 || this.#settings.createdAt() === undefined || !this.#mayStoreInSocket(now)) return
    this.#withErrorsReported(() => {
      // Read the previous instance's counts before they are overwritten.
      this.#read()
      const held = this.#settings.storeInSocket({ ...this.#counts, at: now })
      this.#writeAfter(held ? maxSocketMs : writeIntervalMs)
    })
  }

  /** Usage including unwritten counts. */
  get usage(): UsageReport {
    const now = this.#clock.now()
    const stored = this.#read()
    this.#countAwake()
    return toUsageReport(addToDay(stored, this.#counts, now), now)
  }

  /** The room is deleted. */
  reset(): void {
    this.#stored = undefined
    this.#counts = { ...zeroUsage }
  }

  #countMinute(): void {
    const minute = Math.floor(this.#clock.now() / minuteMs)
    if (minute === this.#minute) return
    this.#minute = minute
    this.#counts.minutes++
    if (this.#settings.createdAt() !== undefined)
      this.#withErrorsReported(() => this.#writeAfter(this.#timers > 0 ? writeIntervalMs : maxSocketMs))
  }

  #mayStoreInSocket(now: number): boolean {
    const second = Math.floor(now / 1000)
    if (second !== this.#second) this.#socketWrites = 0
    this.#second = second
    return ++this.#socketWrites <= maxSocketWritesPerSecond
  }

  /** A failure of metering must not fail a transaction. */
  #withErrorsReported(act: () => void): void {
    try {
      act()
    } catch (error) {
      this.#settings.failed(error)
    }
  }

  #writeAfter(ms: number): void {
    if (this.#clock.now() - this.#read().at >= ms && this.#settings.isWorldOpen()) this.#write()
  }

  #write(): void {
    const before = this.#read()
    this.#countAwake()
    const counts = this.#counts
    const updated = addToDay(before, counts, this.#clock.now())
    // The cost of this write counts towards the next.
    this.#counts = { ...zeroUsage }
    try {
      this.#records.write(new Map([[meterKey, JSON.stringify(updated)]]))
      this.#stored = updated
    } catch (error) {
      this.#counts = addUsage(counts, this.#counts)
      throw error
    }
  }

  #read(): StoredUsage {
    if (this.#stored) return this.#stored
    const { createdAt } = this.#settings
    const now = this.#clock.now()
    const stored = this.#readRecord() ?? { since: now, at: createdAt() ?? now, days: [] }
    this.#stored = stored
    const held = this.#settings.loadFromSocket()
    if (held && held.at > stored.at) {
      const { at, ...counts } = held
      // The rest of a minute is not counted twice.
      if (Math.floor(at / minuteMs) === this.#minute) this.#counts.minutes--
      this.#counts = addUsage(counts, this.#counts)
    }
    return stored
  }

  /** Starts over if the record is unreadable. */
  #readRecord(): StoredUsage | undefined {
    const stored = this.#records.get(meterKey)
    if (stored === undefined) return undefined
    try {
      return JSON.parse(String(stored)) as StoredUsage
    } catch (error) {
      this.#settings.failed(error)
      return undefined
    }
  }

  /** A timer keeps the room in memory. */
  #after(ms: number, run: () => void): Timer {
    let armed = true
    const end = () => {
      if (!armed) return
      armed = false
      this.#countAwake()
      this.#timers--
    }
    if (this.#timers++ === 0) this.#awakeSince = this.#clock.now()
    const timer = this.#clock.after(ms, () => {
      run()
      // Ends after `run`, so that a timer armed by it leaves no gap.
      end()
      this.eventDone()
    })
    return {
      cancel() {
        end()
        timer.cancel()
      },
    }
  }

  #countAwake(): void {
    if (this.#timers === 0) return
    const now = this.#clock.now()
    this.#counts.awakeMs += now - this.#awakeSince
    this.#awakeSince = now
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
