// Counts usage as the platform bills it, for the room's owner. A row is written at most every five minutes of use.
// Unwritten counts are in the attachment of a socket, which survives hibernation and costs nothing. If there is no
// socket, unwritten counts are lost when the room hibernates or its instance is lost. The usage of the Worker and of
// the Directory is not counted, except for the room's calls to the Directory.
import type { Clock, Timer } from '../../../wire/util/clock.ts'
import { type RoomMetrics, TransactionMetrics } from '../../model/room-metrics.ts'
import { MonotonicClock } from '../../platform/clock.ts'
import type { Platform } from '../../platform/platform.ts'
import {
  addToDay,
  addUsage,
  type StoredUsage,
  toUsageReport,
  type UsageCounts,
  type UsageReport,
  zeroUsage,
} from '../../pricing/daily-usage.ts'
import { type Records, type SqlStorage, sqlRecords } from '../../storage/records.ts'
import type { RoomContext } from '../context/room-context.ts'

const meterKey = 'meter'

const minuteMs = 60_000
const writeIntervalMs = 5 * minuteMs
/** Maximum milliseconds for which counts stay only in a socket's attachment, if events are rare. */
const maxSocketMs = 60 * minuteMs
/** Maximum updates of the attachment per second. It is updated after each event. */
const maxSocketWritesPerSecond = 20

/** `runtime`: undefined if the world is not open or only read-only. While it is undefined, nothing may be written. */
interface OpenWorld {
  readonly runtime: { readonly metrics: Omit<RoomMetrics, 'since' | 'rowsRead' | 'rowsWritten'> } | undefined
}

export class UsageMeter {
  readonly #metered: MeteredPlatform
  readonly #context: RoomContext
  /** The table without the write log, which would write this record twice. */
  readonly #records: Records
  readonly #world: OpenWorld
  #stored: StoredUsage | undefined
  /** The minute of the last event, counted from 1970. */
  #minute = 0
  #second = 0
  #socketWrites = 0

  /** `metered`: the context's platform. */
  constructor(metered: MeteredPlatform, context: RoomContext, world: OpenWorld) {
    const { sql, transaction } = metered.platform.disk
    this.#metered = metered
    this.#context = context
    this.#world = world
    this.#records = sqlRecords(sql, transaction)
    metered.onTimersDone = () => this.eventDone()
    context.events.on('announcing', () => this.countRequest())
    context.events.on('deleted', () => {
      this.#stored = undefined
      metered.takeCounts()
    })
  }

  get metrics(): RoomMetrics {
    const nothing = { ...new TransactionMetrics(), overruns: 0 }
    const { metrics = nothing } = this.#world.runtime ?? {}
    return { since: this.#context.startedAt, ...metrics, ...this.#metered.rows }
  }

  countMessage(): void {
    this.#countMinute()
    this.#metered.counts.messages++
  }

  /** A request is an upgrade, a call of the room, an alarm, or a call to the Directory. */
  countRequest(): void {
    this.#countMinute()
    this.#metered.counts.requests++
  }

  eventDone(): void {
    const { now, hibernation } = this.#context
    // While a timer is pending, the room cannot hibernate, so nothing is stored. `onTimersDone` calls this again.
    if (this.#metered.hasTimers || !this.#isActive || !this.#mayStoreInSocket(now)) return
    // A failure of metering must not fail a transaction.
    this.#context.attempt('not metered', () => {
      // Reads the previous instance's counts before they are overwritten.
      this.#read()
      const held = hibernation.update({ usage: { ...this.#metered.counts, at: now } })
      this.#writeAfter(held ? maxSocketMs : writeIntervalMs)
    })
  }

  /** The room's usage, including unwritten counts. */
  get usage(): UsageReport {
    const { now } = this.#context
    const stored = this.#read()
    this.#metered.countAwake()
    return toUsageReport(addToDay(stored, this.#metered.counts, now), now)
  }

  get #isActive(): boolean {
    const { meta } = this.#context
    return meta !== undefined && !meta.removing
  }

  #countMinute(): void {
    const minute = Math.floor(this.#context.now / minuteMs)
    if (minute === this.#minute) return
    this.#minute = minute
    this.#metered.counts.minutes++
    if (this.#isActive)
      this.#context.attempt('not metered', () =>
        this.#writeAfter(this.#metered.hasTimers ? writeIntervalMs : maxSocketMs),
      )
  }

  #mayStoreInSocket(now: number): boolean {
    const second = Math.floor(now / 1000)
    if (second !== this.#second) this.#socketWrites = 0
    this.#second = second
    return ++this.#socketWrites <= maxSocketWritesPerSecond
  }

  #writeAfter(ms: number): void {
    if (this.#context.now - this.#read().at >= ms && this.#world.runtime) this.#write()
  }

  #write(): void {
    const before = this.#read()
    this.#metered.countAwake()
    // The rows of this write itself are counted with the next one.
    const counts = this.#metered.takeCounts()
    const updated = addToDay(before, counts, this.#context.now)
    try {
      this.#records.write(new Map([[meterKey, JSON.stringify(updated)]]))
      this.#stored = updated
    } catch (error) {
      this.#metered.addCounts(counts)
      throw error
    }
  }

  #read(): StoredUsage {
    if (this.#stored) return this.#stored
    const { meta, hibernation, now } = this.#context
    const at = meta && this.#isActive ? Date.parse(meta.createdAt) : now
    const stored = this.#readRecord() ?? { since: now, at, days: [] }
    this.#stored = stored
    const held = hibernation.usage
    if (held && held.at > stored.at) {
      const { at, ...counts } = held
      // If the previous instance has counted the current minute too, it is counted once.
      if (Math.floor(at / minuteMs) === this.#minute) this.#metered.counts.minutes--
      this.#metered.addCounts(counts)
    }
    return stored
  }

  /** The stored counts; undefined if there is no record or it is unreadable, so that counting starts over. */
  #readRecord(): StoredUsage | undefined {
    const stored = this.#records.get(meterKey)
    if (stored === undefined) return undefined
    try {
      return JSON.parse(String(stored)) as StoredUsage
    } catch (error) {
      this.#context.log('warn', 'not metered', { detail: String(error) })
      return undefined
    }
  }
}

/** Wraps a platform: counts its use as Cloudflare bills it. Its clock never goes back, also in the times of alarms. */
export class MeteredPlatform {
  readonly platform: Platform
  /** Rows that this instance has read and written. */
  readonly rows = { rowsRead: 0, rowsWritten: 0 }
  /** Called when no timer is pending any more, so that the room may hibernate. */
  onTimersDone: (() => void) | undefined
  readonly #clock: MonotonicClock
  readonly #plainClock: Clock
  #counts: UsageCounts = { ...zeroUsage }
  #timers = 0
  #awakeSince = 0

  constructor(platform: Platform) {
    const { disk } = platform
    const clock = new MonotonicClock(platform.clock)
    this.#clock = clock
    this.#plainClock = platform.clock
    this.platform = {
      ...platform,
      clock: {
        now: clock.now.bind(clock),
        soon: (run) => platform.clock.soon(run),
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
          disk.setAlarm(at === undefined ? undefined : clock.toPlatformTime(at))
        },
      },
    }
  }

  /** The counts since the last `takeCounts`. */
  get counts(): UsageCounts {
    return this.#counts
  }

  /** Whether a timer is pending, which keeps the room in memory. */
  get hasTimers(): boolean {
    return this.#timers > 0
  }

  takeCounts(): UsageCounts {
    const counts = this.#counts
    this.#counts = { ...zeroUsage }
    return counts
  }

  addCounts(counts: Readonly<UsageCounts>): void {
    this.#counts = addUsage(counts, this.#counts)
  }

  countAwake(): void {
    if (this.#timers === 0) return
    const now = this.#clock.now()
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
    if (this.#timers++ === 0) this.#awakeSince = this.#clock.now()
    const timer = this.#plainClock.after(ms, () => {
      run()
      // The timer is pending until `run` has returned, so that a timer that `run` starts leaves no gap in `awakeMs`.
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

  /** Reads all rows of each statement at once, because their number is known only afterwards. */
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
