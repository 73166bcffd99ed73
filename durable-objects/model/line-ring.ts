// A bounded list of lines in a ring of records that overwrites the oldest. Lines cost no row of their own: the owner of the
// ring writes them with the next change.
import { isObject } from '../../games/shared/schema/schema.ts'
import type { Records, Stored } from '../storage/records.ts'

const linesPerRecord = 16
const maxRecords = 64
/** UTF-16 units per line. */
const maxTextLength = 300
/** The largest time of a Date. */
const maxDateMs = 8.64e15

/** A stored line. `number`: increasing over all rings of a room, from 1. `at`: milliseconds since 1970. */
export type StoredLine = readonly [number: number, at: number, kind: string, text: string, id?: string]

/** A record: the place of its first line among all lines of the ring, from 1, and its lines. */
interface RingRecord {
  readonly from: number
  readonly lines: readonly StoredLine[]
}

export class LineRing {
  readonly #records: Records
  readonly #prefix: string
  /** The last lines. More are stored than anybody can read, so that all readable lines are complete. */
  readonly lines: StoredLine[]
  /** Places of the last line, and of the last stored line. */
  #last: number
  #written: number

  /** Reads the stored lines. */
  constructor(records: Records, prefix: string) {
    this.#records = records
    this.#prefix = prefix
    const stored = Array.from(
      this.#records.list(prefix),
      ([, value]) => JSON.parse(String(value)) as RingRecord,
    )
    stored.sort((a, b) => a.from - b.from)
    const newest = stored.at(-1)
    this.#last = newest ? newest.from + newest.lines.length - 1 : 0
    this.#written = this.#last
    this.lines = stored.flatMap(({ lines }) => lines)
  }

  get lastNumber(): number {
    return this.lines.at(-1)?.[0] ?? 0
  }

  add(line: StoredLine): void {
    this.lines.push(line)
    this.#last++
    if (this.lines.length > maxRecords * linesPerRecord) this.lines.splice(0, linesPerRecord)
  }

  /** Drops lines after this number that are not written yet. */
  dropAfter(number: number): void {
    while (this.#last > this.#written && this.lastNumber > number) {
      this.lines.pop()
      this.#last--
    }
  }

  /** Adds unwritten lines to a transaction's changes; call `written` once these are. */
  addUnwritten(changes: Map<string, Stored | undefined>): void {
    const first = this.#last - this.lines.length + 1
    for (let from = Math.max(first, startOf(this.#written + 1)); from <= this.#last; from += linesPerRecord) {
      const lines = this.lines.slice(from - first, from - first + linesPerRecord)
      changes.set(keyOf(this.#prefix, from), JSON.stringify({ from, lines } satisfies RingRecord))
    }
  }

  /** Call when all lines have been written. */
  written(): void {
    this.#written = this.#last
  }
}

/** A record of a ring with other texts. */
export function rewriteRingTexts(stored: Stored, rewrite: (kind: string, text: string) => string): Stored {
  const { from, lines } = JSON.parse(String(stored)) as RingRecord
  const rewritten = lines.map(
    ([number, at, kind, text, ...id]): StoredLine => [number, at, kind, oneLine(rewrite(kind, text)), ...id],
  )
  return JSON.stringify({ from, lines: rewritten } satisfies RingRecord)
}

/** Whether this is a valid record of the ring with this prefix, with lines of these kinds. */
export function isRingRecord(prefix: string, kinds: readonly string[], key: string, value: unknown): boolean {
  if (!isObject(value) || !Array.isArray(value.lines)) return false
  const { from, lines } = value
  const isPlaced = Number.isSafeInteger(from) && Number(from) >= 1 && startOf(Number(from)) === from
  return (
    isPlaced &&
    key === keyOf(prefix, Number(from)) &&
    lines.length <= linesPerRecord &&
    lines.every((line) => isStoredLine(line, kinds)) &&
    lines.every((line, i) => i === 0 || lines[i - 1][0] < line[0])
  )
}

function isStoredLine(line: unknown, kinds: readonly string[]): boolean {
  if (!Array.isArray(line) || line.length < 4 || line.length > 5) return false
  const [number, at, kind, text, id = ''] = line as unknown[]
  const isNumber = Number.isSafeInteger(number) && Number(number) >= 1
  const isAt = typeof at === 'number' && at >= 0 && at <= maxDateMs
  const isKind = kinds.some((known) => known === kind)
  const isText = typeof text === 'string' && text === oneLine(text)
  return isNumber && isAt && isKind && isText && typeof id === 'string'
}

/** The place of the first line in this line's record. */
function startOf(place: number): number {
  return place - ((place - 1) % linesPerRecord)
}

function keyOf(prefix: string, from: number): string {
  const place = Math.floor((from - 1) / linesPerRecord) % maxRecords
  return `${prefix}${String(place).padStart(2, '0')}`
}

/** Text by players must not end the line. */
export function oneLine(text: string): string {
  return text.replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ').slice(0, maxTextLength)
}
