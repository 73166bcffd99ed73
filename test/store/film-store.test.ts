import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type FilmLimits,
  FilmStore,
  filmCompression,
  filmKeyPrefix,
  filmRefusal,
} from '../../durable-objects/storage/film-store.ts'
import type { StoredValue } from '../../durable-objects/storage/records.ts'
import {
  decodeFilmSegment,
  encodeFilmChunk,
  encodeFilmMessages,
  encodeFilmSpan,
  type FilmMessage,
  type FilmSpan,
  filmHeadBytes,
  rewriteFilmSegment,
  trimFilmSegment,
} from '../../wire/film/film-segment.ts'
import { concatBytes } from '../../wire/util/concat-bytes.ts'
import { memoryRecords } from '../memory-records.ts'
import { assertProperty } from '../property.ts'

const now = Date.parse('2026-11-20T12:00:00Z')
const limits: FilmLimits = { maxBytes: 3000, maxSegments: 6, maxSegmentBytes: 900 }

function segment({ start, end }: FilmSpan, text: string, chunks = 1): Uint8Array {
  const chunk = (message: FilmMessage) => {
    const plain = encodeFilmMessages(start, [message])
    return encodeFilmChunk(filmCompression.deflate(plain), plain.length)
  }
  const rest = Array.from({ length: chunks - 1 }, (_, n) =>
    chunk({ at: start + n, isSnapshot: false, message: '["more"]' }),
  )
  const first = chunk({ at: start, isSnapshot: true, message: JSON.stringify([text]) })
  return concatBytes([encodeFilmSpan({ start, end }), first, ...rest])
}

function counted() {
  const records = memoryRecords()
  const rows = { written: 0 }
  const write = (changes: ReadonlyMap<string, StoredValue | undefined>) => {
    rows.written += changes.size
    records.write(changes)
  }
  return { records, rows, table: { ...records, write } }
}

const step = fc.record({
  kind: fc.constantFrom('add', 'add', 'add', 'extend', 'restart'),
  ms: fc.integer({ min: 1, max: 90_000 }),
  gap: fc.constantFrom(0, 0, 5000),
  text: fc.string({ unit: fc.constantFrom('a', 'b', '7', 'x', 'Q', '.'), maxLength: 1200 }),
})

describe('a stored film', () => {
  it('keeps its order and its limits, and drops the oldest segments first', () =>
    assertProperty(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const { table, records } = counted()
        let store = new FilmStore(table, limits)
        let at = now
        let row: number | undefined
        let last: FilmSpan | undefined
        const added: FilmSpan[] = []
        for (const { kind, ms, gap, text } of steps) {
          if (kind === 'restart') {
            store = new FilmStore(table, limits)
            row = undefined
          } else if (kind === 'extend' && row !== undefined && last) {
            last = { start: last.start, end: last.end + ms }
            at = last.end
            store.extend(row, last, segment(last, text.slice(0, 300), 2))
            added[added.length - 1] = last
          } else {
            last = { start: at + gap, end: at + gap + ms }
            at = last.end
            row = store.add(last, segment(last, text))
            added.push(last)
          }
          const spans = store.spans.map(({ start, end }) => ({ start, end }))
          expect(spans).toEqual(added.slice(-spans.length || added.length))
          expect(spans.length).toBeLessThanOrEqual(limits.maxSegments)
          const bytes = records.heads(filmKeyPrefix, 0).reduce((sum, { size }) => sum + size, 0)
          expect(bytes).toBeLessThanOrEqual(limits.maxBytes + limits.maxSegmentBytes)
          expect(new FilmStore(table, limits).spans).toEqual(store.spans)
        }
        expect(filmRefusal(table, at)).toBeUndefined()
      }),
    ))

  it('that is full writes one row per new segment, which replaces the oldest segment', () => {
    const { table, rows } = counted()
    const store = new FilmStore(table, limits)
    for (let n = 0; n < 20; n++) {
      const span = { start: now + n * 1000, end: now + n * 1000 + 1000 }
      store.add(span, segment(span, 'the same length'))
    }
    expect(rows.written).toBe(20)
    expect(store.spans).toHaveLength(limits.maxSegments)
  })

  it('finds the segment that contains a time, or in a gap the next segment', () => {
    const { table } = counted()
    const store = new FilmStore(table)
    const spans = [0, 1, 5].map((n) => ({ start: now + n * 1000, end: now + n * 1000 + 1000 }))
    for (const span of spans) store.add(span, segment(span, `${span.start}`))
    const found = (ms: number) => {
      const value = store.segmentAt(now + ms)
      return value && decodeFilmSegment(value, filmCompression).start - now
    }
    expect([-1, 0, 999, 1000, 2000, 5999, 6000].map(found)).toEqual([0, 0, 0, 1000, 5000, 5000, undefined])
  })

  it('is rewritten one segment at a time, and unreadable segments are deleted', () => {
    const { table, records } = counted()
    const store = new FilmStore(table)
    const spans = [0, 1, 2].map((n) => ({ start: now + n * 1000, end: now + n * 1000 + 1000 }))
    const rows = spans.map((span) => store.add(span, segment(span, 'Alice')))
    const broken = segment(spans[1]!, 'Alice')
    broken.fill(7, 30)
    store.extend(rows[1]!, spans[1]!, broken)
    const steps = [
      ...store.rewriteFrames((frames) => frames.map((one) => String(one).replace('Alice', 'Bob'))),
    ]
    expect(steps).toHaveLength(3)
    const left = records
      .heads(filmKeyPrefix, 0)
      .map(({ key }) => decodeFilmSegment(records.get(key) as Uint8Array, filmCompression))
    expect(left.map(({ start, messages }) => [start, messages[0]?.message])).toEqual([
      [spans[0]!.start, '["Bob"]'],
      [spans[2]!.start, '["Bob"]'],
    ])
    expect(new FilmStore(table).spans).toEqual(store.spans)
  })
})

describe('a rewritten segment', () => {
  it('stays readable if its chunks together exceed the limit of one chunk', () => {
    const text = `Alice${' '.repeat(9_000_000)}`
    const [first, second] = ['one', 'two'].map((name) => segment({ start: now, end: now + 1 }, text + name))
    const whole = concatBytes([first!, second!.subarray(filmHeadBytes)])
    const rewritten = rewriteFilmSegment(
      whole,
      (frames) => frames.map((one) => String(one).replaceAll('Alice', 'Bob')),
      filmCompression,
    )
    const { messages } = decodeFilmSegment(rewritten, filmCompression)
    expect(messages.map(({ message }) => String(message).replace(/ +/, ' '))).toEqual([
      '["Bob one"]',
      '["Bob two"]',
    ])
    const trimmed = trimFilmSegment(whole, now, filmCompression)
    expect(decodeFilmSegment(trimmed, filmCompression)).toMatchObject({ end: now })
  })
})

describe('an imported film', () => {
  const span = { start: now, end: now + 1000 }
  const valid = segment(span, 'whole')
  const bomb = concatBytes([encodeFilmSpan(span), new Uint8Array([0x7f, 0, 0, 0, 0, 0, 0, 0])])
  const bombs = Array.from({ length: 4 }, () => encodeFilmChunk(new Uint8Array(0), 0xff_ff_ff))
  it.each<[string, string, StoredValue]>([
    ['a text', 'film/00000', 'text'],
    ['nothing', 'film/00000', new Uint8Array(0)],
    ['a truncated segment', 'film/00000', valid.subarray(0, valid.length - 1)],
    ['a segment without a chunk', 'film/00000', valid.subarray(0, 17)],
    ['another format', 'film/00000', valid.with(0, 2)],
    ['a chunk that is too long when it is decompressed', 'film/00000', bomb],
    ['chunks that are too long together', 'film/00000', concatBytes([encodeFilmSpan(span), ...bombs])],
    ['an end before its start', 'film/00000', segment({ start: now, end: now - 1 }, '')],
    ['a time of the far future', 'film/00000', segment({ start: 8e15, end: 8e15 }, '')],
    ['another key', 'film/zero', valid],
    ['a number of too many digits', 'film/000001', valid],
    ['a number beyond the last row', 'film/99999', valid],
  ])('with %s is refused', (_what, key, value) => {
    const records = memoryRecords()
    records.write(new Map([['film/00001', valid]]))
    expect(filmRefusal(records, now)).toBeUndefined()
    records.write(new Map([[key, value]]))
    expect(filmRefusal(records, now)).toContain(key)
  })

  it('is not decoded if its chunks together have more than 100,000 messages, which take much memory', () => {
    const message: FilmMessage = { at: now, isSnapshot: true, message: new Uint8Array(0) }
    const film = (...counts: readonly number[]) => {
      const chunks = counts.map((count) => {
        const plain = encodeFilmMessages(now, Array<FilmMessage>(count).fill(message))
        return encodeFilmChunk(filmCompression.deflate(plain), plain.length)
      })
      return concatBytes([encodeFilmSpan(span), ...chunks])
    }
    expect(decodeFilmSegment(film(50_000, 50_000), filmCompression).messages).toHaveLength(100_000)
    expect(() => decodeFilmSegment(film(50_000, 50_001), filmCompression)).toThrow('too many messages')
  })

  it('that ends more than a day ahead is refused with both times and what to do', () => {
    const records = memoryRecords()
    const ahead = (ms: number) => segment({ start: now, end: now + ms }, '')
    records.write(new Map([['film/00000', ahead(86_400_000)]]))
    expect(filmRefusal(records, now)).toBeUndefined()
    records.write(new Map([['film/00000', ahead(86_400_001)]]))
    expect(filmRefusal(records, now)).toBe(
      'film/00000 in the file is a film that ends at 2026-11-21T12:00:00.001Z, but the time of this site is ' +
        '2026-11-20T12:00:00.000Z: correct whichever clock is wrong, or delete the film and export the room again',
    )
  })
})
