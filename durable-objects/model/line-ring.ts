// A bounded list of lines in a ring of records: the newest record overwrites the oldest. Lines cost no rows of their
// own, because the owner of the ring writes them with the next change.

import { RecordRing } from '../../games/shared/record-ring.ts'
import { isObject } from '../../games/shared/schema/schema.ts'
import { maxDateMs } from '../../wire/util/clock.ts'
import { listJson, type Records, type StoredValue } from '../storage/records.ts'
import { toOneLine } from './one-line.ts'

const linesPerRecord = 16
const maxRecords = 64

/** `number`: counts the lines of all rings that share a timeline, from 1. `at`: milliseconds since 1970. */
export type StoredLine = readonly [number: number, at: number, kind: string, text: string, id?: string]

/** A record of the ring; `from` is the position of its first line among all lines ever added to the ring, from 1. */
interface RingRecord {
  readonly from: number
  readonly lines: readonly StoredLine[]
}

/** Readers get fewer lines than the ring can hold, because a new record overwrites a whole record of lines at once. */
export class LineRing extends RecordRing<StoredLine> {
  readonly #prefix: string

  constructor(records: Pick<Records, 'list'>, prefix: string) {
    const stored = listJson<RingRecord>(records, prefix)
    super(
      stored.map(({ from, lines }) => ({ first: from - 1, lines })),
      { linesPerRecord, records: maxRecords },
    )
    this.#prefix = prefix
  }

  get lastNumber(): number {
    return this.lines.at(-1)?.[0] ?? 0
  }

  /** Drops the unwritten lines with a higher number. */
  dropAfter(number: number): void {
    this.dropUnwritten(([dropped]) => dropped > number)
  }

  /** Adds the unwritten lines to `changes`. Call `written` when these changes are written. */
  addUnwritten(changes: Map<string, StoredValue | undefined>): void {
    for (const [place, { first, lines }] of this.unwritten())
      changes.set(keyOf(this.#prefix, place), JSON.stringify({ from: first + 1, lines } satisfies RingRecord))
  }
}

export function rewriteRingTexts(
  stored: StoredValue,
  rewrite: (kind: string, text: string) => string,
): StoredValue {
  const { from, lines } = JSON.parse(String(stored)) as RingRecord
  const rewritten = lines.map(
    ([number, at, kind, text, ...id]): StoredLine => [
      number,
      at,
      kind,
      toOneLine(rewrite(kind, text)),
      ...id,
    ],
  )
  return JSON.stringify({ from, lines: rewritten } satisfies RingRecord)
}

export function isRingRecord(prefix: string, kinds: readonly string[], key: string, value: unknown): boolean {
  if (!isObject(value) || !Array.isArray(value.lines)) return false
  const { from, lines } = value
  const isPlaced = Number.isSafeInteger(from) && Number(from) >= 1 && startOf(Number(from)) === from
  return (
    isPlaced &&
    key === keyOf(prefix, placeOf(Number(from))) &&
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
  const isText = typeof text === 'string' && text === toOneLine(text)
  return isNumber && isAt && isKind && isText && typeof id === 'string'
}

function startOf(place: number): number {
  return place - ((place - 1) % linesPerRecord)
}

function placeOf(from: number): number {
  return Math.floor((from - 1) / linesPerRecord) % maxRecords
}

function keyOf(prefix: string, place: number): string {
  return `${prefix}${String(place).padStart(2, '0')}`
}
