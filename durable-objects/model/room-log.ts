// A room's event log for its owner: the last lines, short, without secrets or full addresses. Lines cost no row of
// their own: they are written with the next change, and by themselves only if there is none for a while.
import { isObject } from '../../games/shared/schema/schema.ts'
import type { Clock } from '../../wire/util/clock.ts'
import { OneShotTimer } from '../platform/clock.ts'
import type { Records, Stored } from '../storage/records.ts'

export const logPrefix = 'log/'

/** Maximum number of lines that can be read. */
const maxLogLines = 1000
/**
 * A ring of records that overwrites the oldest. It holds more than `maxLogLines`, so that all readable lines are
 * complete.
 */
const linesPerRecord = 16
const maxRecords = 64
/** Unwritten lines are stored after this many milliseconds: no later than a world saves what may roll back. */
const writeDelayMs = 2000
/** UTF-16 units per line. */
const maxTextLength = 300

const kinds = ['join', 'leave', 'refusal', 'fault', 'report', 'act'] as const
export type LogLineKind = (typeof kinds)[number]

/** The largest time of a Date. */
const maxDateMs = 8.64e15

export interface LogLine {
  /** Consecutive, from 1. */
  readonly number: number
  /** ISO 8601, UTC. */
  readonly time: string
  readonly kind: LogLineKind
  /** The text, which is one line. */
  readonly text: string
  /** Id of the session concerned. */
  readonly id?: string
}

/** A stored line. Its number follows from its position. */
type StoredLine = readonly [at: number, kind: LogLineKind, text: string, id?: string]
/** A record: the number of its first line, and its lines. */
interface LogRecord {
  readonly from: number
  readonly lines: readonly StoredLine[]
}

/** The part of a room that its log uses. */
interface RoomLogSurroundings {
  readonly clock: Clock
  log(level: 'warn', event: string, fields: { readonly detail: string }): void
}

export class RoomLog {
  readonly #surroundings: RoomLogSurroundings
  readonly #records: Records
  readonly #writeTimer: OneShotTimer
  /** The last lines; undefined if not read yet. */
  #lines: StoredLine[] | undefined
  /** Numbers of the last line, and of the last stored line. */
  #last = 0
  #written = 0

  constructor(surroundings: RoomLogSurroundings, records: Records) {
    this.#surroundings = surroundings
    this.#records = records
    this.#writeTimer = new OneShotTimer(surroundings.clock, () => this.#writeOrReport())
  }

  /** `id`: the session that the line is about. */
  add(kind: LogLineKind, text: string, id?: string): void {
    const lines = this.#read()
    const at = this.#surroundings.clock.now()
    lines.push(id === undefined ? [at, kind, oneLine(text)] : [at, kind, oneLine(text), id])
    this.#last++
    if (lines.length > maxRecords * linesPerRecord) lines.splice(0, linesPerRecord)
    this.#writeTimer.start(writeDelayMs)
  }

  /** Lines after this number, oldest first. Writes first, so that no number is ever reused. */
  linesAfter(number: number): LogLine[] {
    this.write()
    const lines = this.#read()
    const first = this.#last - lines.length + 1
    const from = Math.max(first, this.#last - maxLogLines + 1, number + 1)
    return lines.slice(Math.max(0, from - first)).map(([at, kind, text, id], i) => ({
      ...{ number: from + i, time: new Date(at).toISOString(), kind, text },
      ...(id !== undefined && { id }),
    }))
  }

  /** When this session joined, in milliseconds since 1970, if a line still has it. */
  joinedAt(id: string): number | undefined {
    return this.#read().findLast(([, kind, , of]) => kind === 'join' && of === id)?.[0]
  }

  /** Adds unwritten lines to a transaction's changes; call `written` once these are. */
  addUnwritten(changes: Map<string, Stored | undefined>): void {
    if (this.#last === this.#written) return
    const lines = this.#read()
    const first = this.#last - lines.length + 1
    for (let from = startOf(this.#written + 1); from <= this.#last; from += linesPerRecord) {
      const record: LogRecord = { from, lines: lines.slice(from - first, from - first + linesPerRecord) }
      changes.set(keyOf(from), JSON.stringify(record))
    }
  }

  /** Call when all lines have been written. */
  written(): void {
    this.#written = this.#last
    this.#writeTimer.cancel()
  }

  /** Stores unwritten lines, together with these changes. */
  write(changes: ReadonlyMap<string, Stored | undefined> = new Map()): void {
    const all = new Map(changes)
    this.addUnwritten(all)
    if (all.size > 0) this.#records.write(all)
    this.written()
  }

  /** Forgets all lines after the room was deleted. */
  reset(): void {
    this.#writeTimer.cancel()
    this.#lines = undefined
    this.#last = 0
    this.#written = 0
  }

  #writeOrReport(): void {
    try {
      this.write()
    } catch (error) {
      // Retried with the next line.
      this.#surroundings.log('warn', 'not logged', { detail: String(error) })
    }
  }

  #read(): StoredLine[] {
    if (this.#lines) return this.#lines
    const stored = Array.from(
      this.#records.list(logPrefix),
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

/** Whether this record is a valid log record. */
export function isLogRecord(key: string, value: unknown): boolean {
  if (!isObject(value) || !Array.isArray(value.lines)) return false
  const { from, lines } = value
  const isPlaced = Number.isSafeInteger(from) && Number(from) >= 1 && startOf(Number(from)) === from
  return (
    isPlaced && key === keyOf(Number(from)) && lines.length <= linesPerRecord && lines.every(isStoredLine)
  )
}

function isStoredLine(line: unknown): boolean {
  if (!Array.isArray(line) || line.length < 3 || line.length > 4) return false
  const [at, kind, text, id = ''] = line as unknown[]
  const isAt = typeof at === 'number' && at >= 0 && at <= maxDateMs
  const isKind = kinds.some((known) => known === kind)
  return isAt && isKind && typeof text === 'string' && text === oneLine(text) && typeof id === 'string'
}

/** The number of the first line in this line's record. */
function startOf(number: number): number {
  return number - ((number - 1) % linesPerRecord)
}

function keyOf(from: number): string {
  const place = Math.floor((from - 1) / linesPerRecord) % maxRecords
  return `${logPrefix}${String(place).padStart(2, '0')}`
}

/** Text by players must not end the line. */
function oneLine(text: string): string {
  return text.replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ').slice(0, maxTextLength)
}
