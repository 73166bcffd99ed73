// Each segment of a film is one row. When the film has reached its maximum size, a new segment overwrites the row of
// the oldest.
import { deflateSync, inflateSync } from 'fflate'
import {
  checkFilmSegment,
  decodeFilmSpan,
  type FilmCompression,
  type FilmSpan,
  filmHeadBytes,
  rewriteFilmSegment,
} from '../../wire/film/film-segment.ts'
import { undefinedIfMalformed } from '../../wire/util/wire-error.ts'
import type { RecordTable, StoredValue } from './records.ts'

export const filmKeyPrefix = 'film/'

/** `inflate` fails if a chunk is longer than its stated length, so that crafted chunks cannot exhaust memory. */
export const filmCompression: Readonly<FilmCompression> = Object.freeze({
  deflate: (plain: Uint8Array) => deflateSync(plain, { level: 6 }),
  inflate: (packed: Uint8Array, length: number) => inflateSync(packed, { out: new Uint8Array(length) }),
})

export interface FilmLimits {
  /** Limit of all segments together. */
  readonly maxBytes: number
  readonly maxSegments: number
  /**
   * Above this size, a new segment starts. The last chunk may exceed this size, but not the platform's limit of 2 MB
   * per row.
   */
  readonly maxSegmentBytes: number
}

/** Limits of a film, whose segments cover a week if each covers a minute. */
export const filmLimits: FilmLimits = {
  maxBytes: 64 * 1024 * 1024,
  maxSegments: 10_080,
  maxSegmentBytes: 900_000,
}

/** Milliseconds by which an imported film may be ahead of the clock. */
const maxAheadMs = 24 * 60 * 60 * 1000

interface StoredSegment extends FilmSpan {
  readonly row: number
  readonly bytes: number
}

type FilmTable = Pick<RecordTable, 'get' | 'heads' | 'write'>

export class FilmStore {
  readonly #table: FilmTable
  readonly #limits: FilmLimits
  #segments: StoredSegment[] | undefined

  constructor(table: FilmTable, limits: FilmLimits = filmLimits) {
    this.#table = table
    this.#limits = limits
  }

  /** The oldest segment is first. A segment may start exactly where the previous one ends. */
  get spans(): readonly FilmSpan[] {
    return this.#read()
  }

  /** The end of the last segment, in milliseconds since 1970; undefined if there is none. */
  get end(): number | undefined {
    return this.#read().at(-1)?.end
  }

  get maxSegmentBytes(): number {
    return this.#limits.maxSegmentBytes
  }

  /** The segment that covers the time `ms`, or the next later one; undefined if there is none. */
  segmentAt(ms: number): Uint8Array | undefined {
    const found = this.#read().find(({ end }) => end > ms)
    return found && this.#value(found.row)
  }

  /** The oldest segment is first. */
  *segmentsBetween({ start, end }: FilmSpan): Iterable<Uint8Array> {
    for (const segment of this.#read()) {
      const value = segment.end > start && segment.start < end && this.#value(segment.row)
      if (value) yield value
    }
  }

  /** Deletes the oldest segments if the film would be too large. Returns the row of the new segment. */
  add(span: FilmSpan, value: Uint8Array): number {
    const kept = [...this.#read()]
    const dropped: StoredSegment[] = []
    let bytes = kept.reduce((sum, one) => sum + one.bytes, 0)
    while (kept.length > 0 && this.#isFull(kept.length, bytes)) {
      const oldest = kept.shift()!
      bytes -= oldest.bytes
      dropped.push(oldest)
    }
    const row = dropped[0]?.row ?? freeRow(kept)
    const changes = new Map<string, StoredValue | undefined>(
      dropped.map((one) => [rowKey(one.row), undefined]),
    )
    changes.set(rowKey(row), value)
    this.#table.write(changes)
    this.#segments = [...kept, { start: span.start, end: span.end, row, bytes: value.length }]
    return row
  }

  /** Replaces the last segment, which is in `row`, by a longer form. */
  extend(row: number, span: FilmSpan, value: Uint8Array): void {
    this.#table.write(new Map([[rowKey(row), value]]))
    const segment = { start: span.start, end: span.end, row, bytes: value.length }
    this.#segments = [...this.#read().filter((one) => one.row !== row), segment]
  }

  /**
   * Each step rewrites one segment. A segment that cannot be read, or for which `rewrite` throws WireError, is deleted.
   */
  *rewriteFrames(rewrite: Parameters<typeof rewriteFilmSegment>[1]): Generator<void> {
    for (const { row } of [...this.#read()]) {
      const value = this.#value(row)
      const other = value && undefinedIfMalformed(() => rewriteFilmSegment(value, rewrite, filmCompression))
      if (other !== value) this.#table.write(new Map([[rowKey(row), other]]))
      yield
    }
    this.reset()
  }

  clear(): void {
    this.#table.write(new Map(this.#read().map(({ row }) => [rowKey(row), undefined])))
    this.#segments = []
  }

  /** Call when all records were deleted or replaced. */
  reset(): void {
    this.#segments = undefined
  }

  #isFull(count: number, bytes: number): boolean {
    const { maxBytes, maxSegments, maxSegmentBytes } = this.#limits
    return count >= maxSegments || bytes + maxSegmentBytes > maxBytes
  }

  #value(row: number): Uint8Array | undefined {
    const value = this.#table.get(rowKey(row))
    return value instanceof Uint8Array ? value : undefined
  }

  #read(): StoredSegment[] {
    this.#segments ??= this.#table
      .heads(filmKeyPrefix, filmHeadBytes)
      .map(({ key, head, size }) => ({
        ...decodeFilmSpan(head as Uint8Array),
        row: Number(key.slice(filmKeyPrefix.length)),
        bytes: size,
      }))
      .sort((a, b) => a.start - b.start || a.end - b.end)
    return this.#segments
  }
}

/** Why the film of an imported file is refused, as a sentence; undefined if it is valid or there is none. */
export function filmRefusal(table: FilmTable, now: number): string | undefined {
  // Lists only the keys and reads the segments one by one, because a film is larger than the memory that a room may
  // use.
  for (const { key } of table.heads(filmKeyPrefix, 0)) {
    const span = segmentSpan(table.get(key), key)
    if (!span) return `${key} in the file is not a valid record of a film`
    if (span.end > now + maxAheadMs)
      return `${key} in the file is a film that ends at ${iso(span.end)}, but the time of this site is ${iso(now)}: correct whichever clock is wrong, or delete the film and export the room again`
  }
  return undefined
}

const iso = (ms: number) => new Date(ms).toISOString()

function segmentSpan(value: StoredValue | undefined, key: string): FilmSpan | undefined {
  const row = Number(key.slice(filmKeyPrefix.length))
  if (!(value instanceof Uint8Array) || key !== rowKey(row) || row >= filmLimits.maxSegments) return undefined
  return undefinedIfMalformed(() => checkFilmSegment(value))
}

function freeRow(segments: readonly StoredSegment[]): number {
  const taken = new Set(segments.map(({ row }) => row))
  let row = 0
  while (taken.has(row)) row++
  return row
}

function rowKey(row: number): string {
  return `${filmKeyPrefix}${String(row).padStart(5, '0')}`
}
