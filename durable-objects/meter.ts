// Counts what a room uses of its platform, as that bills it, for its host to read. A row is written for it every five
// minutes of use at most; what is not written yet lies in the attachment of a socket, which outlives a sleep and costs
// nothing. Where there is no socket, what comes within those five minutes is lost when the room sleeps, and so it is with
// an instance that is lost. What the Worker costs, and the Directory but for what rooms tell it, is the whole site's, and
// not in it.
import type { Clock, Timer } from '../wire/clock.ts'
import type { Platform } from './platform.ts'
import { type Records, type SqlStorage, sqlRecords } from './store.ts'
import { type Counts, type Kept, nothing, shown, sum, type Used, withCounts } from './used.ts'

export const meterKey = 'meter'

const minuteMs = 60_000
const writtenMs = 5 * minuteMs
/** So long a socket alone has them, where seldom anything comes. */
const heldMs = 60 * minuteMs
/** The socket that has them is given them anew after each thing that comes, but no more often in a second than this. */
const holdsASecond = 20

/** What is counted and not written. `at`: until when, in milliseconds since 1970. */
export interface Unwritten extends Readonly<Counts> {
  readonly at: number
}

export interface MeterSettings {
  readonly platform: Platform
  /** Milliseconds since 1970; undefined: there is no room. */
  foundedAt(): number | undefined
  /** Its world is open. Nothing is written for who only looks. */
  open(): boolean
  /** Has a socket keep it for an instance after this one; false: there is none. */
  hold(unwritten: Unwritten): boolean
  /** What the instance before this one had a socket keep. */
  held(): Unwritten | undefined
  failed(error: unknown): void
}

export class Meter {
  readonly #settings: MeterSettings
  readonly #clock: Clock
  /** The settings' own, counted. */
  readonly platform: Platform
  /** Not those that are packed: it would be written twice. */
  readonly #records: Records
  /** What is not in `#kept` yet. */
  #counts: Counts = { ...nothing }
  /** As it is on the disk; undefined: not read yet. */
  #kept: Kept | undefined
  #timers = 0
  #awakeSince = 0
  /** In which something came last, since 1970. */
  #minute = 0
  #second = 0
  #holds = 0
  /** Of this instance, written or not. */
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

  /** A message comes. */
  message(): void {
    this.#comes()
    this.#counts.messages++
  }

  /** An upgrade, a call or an alarm comes, or the room calls the Directory. */
  request(): void {
    this.#comes()
    this.#counts.requests++
  }

  /** What came is over. */
  done(): void {
    const now = this.#clock.now()
    // Whoever has a timer comes here when it is over.
    if (this.#timers > 0 || this.#settings.foundedAt() === undefined || !this.#mayHold(now)) return
    this.#tried(() => {
      // Before what the instance before this one had is written over.
      this.#read()
      const held = this.#settings.hold({ ...this.#counts, at: now })
      this.#writeAfter(held ? heldMs : writtenMs)
    })
  }

  /** With what is not written yet. */
  get used(): Used {
    const now = this.#clock.now()
    const kept = this.#read()
    this.#countAwake()
    return shown(withCounts(kept, this.#counts, now), now)
  }

  /** The room is no more. */
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

  /** Nobody's turn fails for what only tells of cost. */
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
    // What this write costs is already of the next.
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
      // The rest of a minute is no second one.
      if (Math.floor(at / minuteMs) === this.#minute) this.#counts.minutes--
      this.#counts = sum(counts, this.#counts)
    }
    return kept
  }

  /** What cannot be read is begun anew. */
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

  /** Who has a timer does not sleep. */
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
      // Not before: what it arms goes on without a gap.
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

  /** How many rows it was is known when all are read. */
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
