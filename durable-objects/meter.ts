// Counts a room's platform usage as the platform bills it, for its owner. It writes a row at most every five minutes of
// use; unwritten counts are in the attachment of a socket, which survives hibernation and costs nothing. Without a
// socket, the counts of those five minutes are lost when the room hibernates, and likewise with a lost instance. The
// Worker's cost is the whole site's and not included, nor is the Directory's except for calls by rooms.
import type { Clock, Timer } from '../wire/clock.ts'
import type { Platform } from './platform.ts'
import { type Records, type SqlStorage, sqlRecords } from './store.ts'
import { type Counts, type Kept, nothing, shown, sum, type Used, withCounts } from './used.ts'

export const meterKey = 'meter'

const minuteMs = 60_000
const writtenMs = 5 * minuteMs
/** Counts may stay in a socket's attachment this long, while events are rare. */
const heldMs = 60 * minuteMs
/** The attachment is updated after each event, at most this often a second. */
const holdsASecond = 20

/** Counts that are not written. `at`: until when, in milliseconds since 1970. */
export interface Unwritten extends Readonly<Counts> {
  readonly at: number
}

export interface MeterSettings {
  readonly platform: Platform
  /** Milliseconds since 1970; undefined: there is no room. */
  foundedAt(): number | undefined
  /** Whether its world is open. Read-only access writes nothing. */
  open(): boolean
  /** Stores the counts in a socket for a later instance; false: there is no socket. */
  hold(unwritten: Unwritten): boolean
  /** The counts that the previous instance stored in a socket. */
  held(): Unwritten | undefined
  failed(error: unknown): void
}

export class Meter {
  readonly #settings: MeterSettings
  readonly #clock: Clock
  /** The settings' platform, with usage counted. */
  readonly platform: Platform
  /** Not the packed records, which would write it twice. */
  readonly #records: Records
  /** Counts that are not in `#kept` yet. */
  #counts: Counts = { ...nothing }
  /** As stored; undefined: not read yet. */
  #kept: Kept | undefined
  #timers = 0
  #awakeSince = 0
  /** The minute of the last event, since 1970. */
  #minute = 0
  #second = 0
  #holds = 0
  /** Rows of this instance, written or not. */
  readonly rows = { rowsRead: 0, rowsWritten: 0 }

  constructor(settings: MeterSettings) {
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
  message(): void {
    this.#comes()
    this.#counts.messages++
  }

  /** Counts an upgrade, a call, an alarm, or a call to the Directory. */
  request(): void {
    this.#comes()
    this.#counts.requests++
  }

  /** The event is over. */
  done(): void {
    const now = this.#clock.now()
    // A pending timer calls this again when it fires.
    if (this.#timers > 0 || this.#settings.foundedAt() === undefined || !this.#mayHold(now)) return
    this.#tried(() => {
      // Read the previous instance's counts before they are overwritten.
      this.#read()
      const held = this.#settings.hold({ ...this.#counts, at: now })
      this.#writeAfter(held ? heldMs : writtenMs)
    })
  }

  /** Usage including unwritten counts. */
  get used(): Used {
    const now = this.#clock.now()
    const kept = this.#read()
    this.#countAwake()
    return shown(withCounts(kept, this.#counts, now), now)
  }

  /** The room is deleted. */
  forget(): void {
    this.#kept = undefined
    this.#counts = { ...nothing }
  }

  #comes(): void {
    const minute = Math.floor(this.#clock.now() / minuteMs)
    if (minute === this.#minute) return
    this.#minute = minute
    this.#counts.minutes++
    if (this.#settings.foundedAt() !== undefined)
      this.#tried(() => this.#writeAfter(this.#timers > 0 ? writtenMs : heldMs))
  }

  #mayHold(now: number): boolean {
    const second = Math.floor(now / 1000)
    if (second !== this.#second) this.#holds = 0
    this.#second = second
    return ++this.#holds <= holdsASecond
  }

  /** A failure of metering must not fail a turn. */
  #tried(act: () => void): void {
    try {
      act()
    } catch (error) {
      this.#settings.failed(error)
    }
  }

  #writeAfter(ms: number): void {
    if (this.#clock.now() - this.#read().at >= ms && this.#settings.open()) this.#write()
  }

  #write(): void {
    const before = this.#read()
    this.#countAwake()
    const counts = this.#counts
    const kept = withCounts(before, counts, this.#clock.now())
    // The cost of this write counts towards the next.
    this.#counts = { ...nothing }
    try {
      this.#records.write(new Map([[meterKey, JSON.stringify(kept)]]))
      this.#kept = kept
    } catch (error) {
      this.#counts = sum(counts, this.#counts)
      throw error
    }
  }

  #read(): Kept {
    if (this.#kept) return this.#kept
    const { foundedAt } = this.#settings
    const now = this.#clock.now()
    const kept = this.#stored() ?? { since: now, at: foundedAt() ?? now, days: [] }
    this.#kept = kept
    const held = this.#settings.held()
    if (held && held.at > kept.at) {
      const { at, ...counts } = held
      // The rest of a minute is not counted twice.
      if (Math.floor(at / minuteMs) === this.#minute) this.#counts.minutes--
      this.#counts = sum(counts, this.#counts)
    }
    return kept
  }

  /** Starts over if the record is unreadable. */
  #stored(): Kept | undefined {
    const stored = this.#records.get(meterKey)
    if (stored === undefined) return undefined
    try {
      return JSON.parse(String(stored)) as Kept
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
      this.done()
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
