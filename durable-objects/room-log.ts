// What happened in a room, for its host to read: the last lines, each of a few words, with no secret and no whole
// address in it. Lines cost no row of their own: they go to the disk with whatever is written next, and by themselves
// only when nothing is for a while.
import { isObject } from '../games/shared/shapes/shape.ts'
import type { Clock } from '../wire/clock.ts'
import { Deadline } from './deadline.ts'
import type { Records, Stored } from './store.ts'

export const logPrefix = 'log/'

/** How many lines can be read. */
export const mostLines = 1000
/** Lines lie in so many records, the oldest of which is written over: more than can be read, so that none is half gone. */
const recordLines = 16
const mostRecords = 64
/** What lies nowhere yet is written after so many milliseconds: no later than a world saves what may roll back. */
const unwrittenMs = 2000
/** Of a line, in UTF-16 units. */
const longestText = 300

const kinds = ['join', 'leave', 'refusal', 'fault', 'act'] as const
export type LineKind = (typeof kinds)[number]

/** That a Date can be. */
const latest = 8.64e15

export interface LogLine {
  /** 1 and on, without gaps. */
  readonly number: number
  /** ISO 8601, UTC. */
  readonly time: string
  readonly kind: LineKind
  /** One line. */
  readonly text: string
  /** Of the session that it is about. */
  readonly id?: string
}

/** A line as it is stored: the number follows from its place. */
type Kept = readonly [at: number, kind: LineKind, text: string, id?: string]
/** A record: the number of its first line, and its lines. */
interface LogRecord {
  readonly from: number
  readonly lines: readonly Kept[]
}

export interface RoomLogSettings {
  readonly clock: Clock
  readonly records: Records
  /** What could not be written, and is tried again with the next line. */
  failed(error: unknown): void
}

export class RoomLog {
  readonly #settings: RoomLogSettings
  readonly #writing: Deadline
  /** The last ones; undefined: not read yet. */
  #lines: Kept[] | undefined
  /** Of the last line that there is, and of the last that is on the disk. */
  #last = 0
  #written = 0

  constructor(settings: RoomLogSettings) {
    this.#settings = settings
    this.#writing = new Deadline(settings.clock, () => this.#writeLate())
  }

  /** `id`: of the session that the line is about. */
  add(kind: LineKind, text: string, id?: string): void {
    const lines = this.#read()
    const at = this.#settings.clock.now()
    lines.push(id === undefined ? [at, kind, oneLine(text)] : [at, kind, oneLine(text), id])
    this.#last++
    if (lines.length > mostRecords * recordLines) lines.splice(0, recordLines)
    this.#writing.arm(unwrittenMs)
  }

  /** Those behind this number, oldest first; what is told of is on the disk, so that no number is ever given twice. */
  after(number: number): LogLine[] {
    this.write()
    const lines = this.#read()
    const first = this.#last - lines.length + 1
    const from = Math.max(first, this.#last - mostLines + 1, number + 1)
    return lines.slice(Math.max(0, from - first)).map(([at, kind, text, id], i) => ({
      ...{ number: from + i, time: new Date(at).toISOString(), kind, text },
      ...(id !== undefined && { id }),
    }))
  }

  /** When this session came, in milliseconds since 1970, if a line still says so. */
  joinedAt(id: string): number | undefined {
    return this.#read().findLast(([, kind, , of]) => kind === 'join' && of === id)?.[0]
  }

  /** The records, where what is written takes the log's new lines along. */
  alongWith(): Records {
    const { records } = this.#settings
    return {
      get: (key) => records.get(key),
      list: (prefix) => records.list(prefix),
      write: (changes) => {
        if (changes.size > 0) this.#write(changes)
      },
    }
  }

  /** Adds what is not on the disk to the changes. */
  #put(changes: Map<string, Stored | undefined>): void {
    if (this.#last === this.#written) return
    const lines = this.#read()
    const first = this.#last - lines.length + 1
    for (let from = startOf(this.#written + 1); from <= this.#last; from += recordLines) {
      const record: LogRecord = { from, lines: lines.slice(from - first, from - first + recordLines) }
      changes.set(keyOf(from), JSON.stringify(record))
    }
  }

  /** Writes what is not on the disk. */
  write(): void {
    if (this.#last > this.#written) this.#write(new Map())
  }

  /** The room is no more. */
  forget(): void {
    this.#writing.cancel()
    this.#lines = undefined
    this.#last = 0
    this.#written = 0
  }

  #write(changes: ReadonlyMap<string, Stored | undefined>): void {
    const all = new Map(changes)
    const { length } = this.#lines ?? []
    if (length > 0) this.#put(all)
    const last = this.#last
    this.#settings.records.write(all)
    this.#written = last
    this.#writing.cancel()
  }

  #writeLate(): void {
    try {
      this.write()
    } catch (error) {
      this.#settings.failed(error)
    }
  }

  #read(): Kept[] {
    if (this.#lines) return this.#lines
    const stored = Array.from(
      this.#settings.records.list(logPrefix),
      ([, value]) => JSON.parse(String(value)) as LogRecord,
    )
    stored.sort((a, b) => a.from - b.from)
    const newest = stored.at(-1)
    this.#last = newest ? newest.from + newest.lines.length - 1 : 0
    this.#written = this.#last
    this.#lines = stored.flatMap(({ lines }) => lines)
    return this.#lines
  }
}

/** Whether this record is one of a log. */
export function isLogRecord(key: string, value: unknown): boolean {
  if (!isObject(value) || !Array.isArray(value.lines)) return false
  const { from, lines } = value
  const isPlaced = Number.isSafeInteger(from) && Number(from) >= 1 && startOf(Number(from)) === from
  return isPlaced && key === keyOf(Number(from)) && lines.length <= recordLines && lines.every(isKept)
}

function isKept(line: unknown): boolean {
  if (!Array.isArray(line) || line.length < 3 || line.length > 4) return false
  const [at, kind, text, id = ''] = line as unknown[]
  const isAt = typeof at === 'number' && at >= 0 && at <= latest
  const isKind = kinds.some((known) => known === kind)
  return isAt && isKind && typeof text === 'string' && text === oneLine(text) && typeof id === 'string'
}

/** The number of the first line in the record that has this one. */
function startOf(number: number): number {
  return number - ((number - 1) % recordLines)
}

function keyOf(from: number): string {
  const place = Math.floor((from - 1) / recordLines) % mostRecords
  return `${logPrefix}${String(place).padStart(2, '0')}`
}

/** What players wrote is data, and none of it ends the line. */
function oneLine(text: string): string {
  return text.replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ').slice(0, longestText)
}
