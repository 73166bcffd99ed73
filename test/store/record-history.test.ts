import fc from 'fast-check'
import { deflateSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import {
  findInvalidHistory,
  historyKeyPrefix,
  maxRowEntries,
  RecordHistory,
} from '../../durable-objects/storage/record-history.ts'
import type { Records, StoredValue } from '../../durable-objects/storage/records.ts'
import { type WriteLogLimits, WriteLogRecords } from '../../durable-objects/storage/write-log-records.ts'
import { memoryRecords } from '../memory-records.ts'
import { assertProperty } from '../property.ts'

const hour = 3_600_000
const small: WriteLogLimits = { logRecords: 3, maxRecordBytes: 100, maxTotalBytes: 400 }
const maxBytes = 4000
const startedAt = Date.parse('2026-11-20T12:00:00Z')

type Changes = ReadonlyMap<string, StoredValue | undefined>
type State = Map<string, StoredValue>

/** A room's records on a disk that outlives each instance, with a simulated clock. */
class RoomOnDisk {
  readonly disk: Records
  now = startedAt
  historyMs = hour
  recordVersion = 1
  fails = false
  rows = 0
  readonly #limits: WriteLogLimits | undefined
  history!: RecordHistory
  records!: WriteLogRecords

  constructor(limits: WriteLogLimits | undefined = small) {
    this.#limits = limits
    const memory = memoryRecords()
    this.disk = {
      ...memory,
      write: (changes) => {
        if (this.fails) throw new Error('the disk is full')
        this.rows += changes.size
        memory.write(changes)
      },
    }
    this.crash()
  }

  crash(): void {
    this.history = new RecordHistory(this.disk, () => this, maxBytes)
    this.records = new WriteLogRecords(this.disk, this.history, this.#limits)
    this.records.get('any')
  }

  write(key: string, value: StoredValue | undefined): void {
    this.records.write(new Map([[key, value]]))
  }

  get world(): State {
    return new Map(this.records.list('game/'))
  }

  worldAt(ms: number): State {
    const state = this.history.stateAt(ms)
    if (typeof state === 'string') throw new Error(state)
    const world = this.world
    for (const [key, value] of state.changes)
      if (value === undefined) world.delete(key)
      else world.set(key, value)
    return world
  }
}

const sorted = (state: State) => [...state].sort(([a], [b]) => (a < b ? -1 : 1))

const value = fc.oneof(
  fc.constant(undefined),
  fc.string({ maxLength: 60 }),
  fc.uint8Array({ maxLength: 60 }),
  fc.string({ minLength: 300, maxLength: 500 }),
)
const key = fc.constantFrom('game/a', 'game/b', 'game/c', 'log/1', 'session/1')
const changes = fc.uniqueArray(fc.tuple(key, value), { maxLength: 4, selector: ([one]) => one })
const step = fc.oneof(
  { weight: 8, arbitrary: changes.map((all): Changes => new Map(all)) },
  { weight: 6, arbitrary: fc.integer({ min: 100, max: 2500 }) },
  {
    weight: 2,
    arbitrary: fc.constantFrom('crash' as const, 'compact' as const, 'switch' as const, 'set back' as const),
  },
)

describe('a history', () => {
  it('restores every second since it was enabled, after any writes, crashes and clock changes', () => {
    assertProperty(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const room = new RoomOnDisk()
        room.write('game/first', '1')
        let written = startedAt / 1000
        let seconds = new Map<number, [string, StoredValue][]>()
        for (const one of steps) {
          if (one === 'crash') room.crash()
          else if (one === 'compact') room.records.compact()
          else if (one === 'set back') {
            room.now -= 3000
            // The history has no entries for these seconds, because nothing was written in them.
            for (const second of seconds.keys()) if (second > written) seconds.delete(second)
          } else if (one === 'switch') {
            room.historyMs = hour - room.historyMs
            room.write('room', '{}')
            seconds = new Map()
          } else if (typeof one === 'number') room.now += one
          else {
            room.records.write(one)
            const isCovered = [...one.keys()].some((key) => key.startsWith('game/'))
            if (isCovered) written = Math.max(written, Math.floor(room.now / 1000))
          }
          const second = Math.max(Math.floor(room.now / 1000), written)
          seconds.set(second, sorted(room.world))
        }
        expect(room.history.since === undefined).toBe(room.historyMs === 0)
        for (const [second, world] of seconds)
          if (second * 1000 >= (room.history.since ?? Number.POSITIVE_INFINITY))
            expect(sorted(room.worldAt(second * 1000))).toEqual(world)
      }),
      { numRuns: 400 },
    )
  })

  it('restores an earlier state, and can undo the restoration', () => {
    const room = new RoomOnDisk()
    room.write('game/chest', 'gold')
    const before = room.now
    room.now += 10_000
    room.write('game/chest', undefined)
    room.write('game/thief', 'rich')
    const stolen = room.now
    room.now += 10_000
    const back = room.history.stateAt(before)
    if (typeof back === 'string') throw new Error(back)
    room.records.write(back.changes)
    expect(sorted(room.world)).toEqual([['game/chest', 'gold']])
    room.crash()
    expect(sorted(room.worldAt(stolen))).toEqual([['game/thief', 'rich']])
  })

  it('returns the game version that the records had at an earlier time', () => {
    const room = new RoomOnDisk()
    room.write('game/a', 'old')
    const before = room.now
    room.now += 5000
    room.write('game/a', 'new')
    room.recordVersion = 2
    room.now += 5000
    room.write('game/a', 'newer')
    expect(room.history.stateAt(before)).toMatchObject({ version: 1 })
    expect(room.history.stateAt(room.now)).toEqual({ changes: new Map(), version: 2 })
  })

  it('costs no row per transaction, and two rows when the write log is rewritten', () => {
    const rows = [0, hour].map((historyMs) => {
      const room = new RoomOnDisk({ logRecords: 8, maxRecordBytes: 8192, maxTotalBytes: 500_000 })
      room.historyMs = historyMs
      for (let i = 0; i < 5000; i++) {
        room.now += 1000
        room.write('game/a', `{"x":${i},"y":${i * i},"name":"somewhere"}`)
      }
      return room.rows
    })
    // The write log of 64 KiB is rewritten five times. Each rewrite stores one row of history and the list of rows.
    expect(rows).toEqual([5000, 5010])
  })

  it('drops states that are older than its duration, and returns its earliest time', () => {
    const room = new RoomOnDisk()
    for (let minute = 0; minute < 180; minute++) {
      room.now += 60_000
      room.write('game/a', `minute ${minute} ${'x'.repeat(80)}`)
    }
    expect(room.history.since).toBe(room.now - hour)
    expect([...room.disk.list(historyKeyPrefix)].length).toBeLessThan(65)
    expect(room.history.stateAt(room.now - hour - 1)).toBe('too-early')
    expect(room.worldAt(room.now - hour).get('game/a')).toContain('minute 119')
  })

  it('drops entries that have become older than its duration since the last instance was lost', () => {
    const room = new RoomOnDisk()
    room.write('game/a', 'old')
    room.crash()
    room.now += 2 * hour
    room.records.compact()
    expect(sorted(room.world)).toEqual([['game/a', 'old']])
    expect([...room.disk.list(historyKeyPrefix)].map(([key]) => key)).toEqual(['history/index'])
    expect(sorted(room.worldAt(room.now))).toEqual([['game/a', 'old']])
  })

  it('starts over when a single change exceeds its byte limit', () => {
    const room = new RoomOnDisk()
    room.write(
      'game/large',
      fc.sample(fc.uint8Array({ minLength: 5000, maxLength: 5000 }), { numRuns: 1, seed: 1 })[0],
    )
    room.now += 5000
    room.write('game/large', undefined)
    expect(room.history.stateAt(room.now - 5000)).toBe('too-early')
    expect([...room.disk.list(historyKeyPrefix)].map(([key]) => key)).toEqual(['history/index'])
    room.write('game/small', '1')
    expect(sorted(room.worldAt(room.now))).toEqual([['game/small', '1']])
  })

  it('starts over when a change is too long to be read back, however well it compresses', () => {
    const room = new RoomOnDisk()
    room.write('game/large', new Uint8Array(49 * 1024 * 1024))
    room.now += 5000
    room.write('game/large', undefined)
    expect(room.history.stateAt(room.now - 5000)).toBe('too-early')
    room.write('game/small', '1')
    expect(sorted(room.worldAt(room.now))).toEqual([['game/small', '1']])
  })

  it('is unchanged by a write that fails', () => {
    const room = new RoomOnDisk()
    const worlds: [number, [string, StoredValue][]][] = []
    for (let i = 0; i < 60; i++) {
      room.now += 1000
      room.fails = i % 3 === 1
      try {
        room.write('game/a', `${i}`.repeat(10 + (i % 20)))
      } catch {}
      worlds.push([room.now, sorted(room.world)])
    }
    for (const [at, world] of worlds.slice(1)) expect(sorted(room.worldAt(at))).toEqual(world)
  })
})

describe('an imported history', () => {
  /** Records with an index of history rows. Each row has this many entries, with neither keys nor values. */
  function rowsOf(...counts: readonly number[]): Records {
    const rows = counts.map((count, at) => {
      const plain = new Uint8Array(7 * count)
      const value = new Uint8Array([...new Uint8Array(4), ...deflateSync(plain)])
      new DataView(value.buffer).setUint32(0, plain.length)
      return [`history/${String(at + 1).padStart(9, '0')}`, value] as const
    })
    const index = { since: 0, rows: counts.map((_, at) => [at + 1, 1, 1]) }
    const records = memoryRecords()
    records.write(new Map<string, StoredValue>([['history/index', JSON.stringify(index)], ...rows]))
    return records
  }

  it('is refused if a row, or all rows together, would take too much memory or time to decode', () => {
    expect(findInvalidHistory(rowsOf(2, 3))).toBeUndefined()
    expect(findInvalidHistory(rowsOf(2, 3), { bytes: 0, entries: 5 })).toBeUndefined()
    expect(findInvalidHistory(rowsOf(2, 3), { bytes: 0, entries: 4 })).toBe('history/000000002')
    expect(findInvalidHistory(rowsOf(2, 3), { bytes: -1, entries: 5 })).toBe('history/000000001')
    expect(findInvalidHistory(rowsOf(maxRowEntries + 1))).toBe('history/000000001')
  })

  it.each([
    ['a time of three bytes', { key: '', kind: 3, value: [1, 2, 3] }],
    ['a time that is no number', { key: '', kind: 3, value: [127, 255, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1] }],
    ['a text that is not JSON', { key: 'game/a', kind: 5, value: [123] }],
    ['a text that is not UTF-8', { key: 'game/a', kind: 5, value: [255] }],
  ])('is refused with %s', (_what, { key, kind, value }) => {
    const records = memoryRecords()
    const plain = [0, key.length, ...Buffer.from(key), kind, 0, 0, 0, value.length, ...value]
    const row = new Uint8Array([0, 0, 0, plain.length, ...deflateSync(new Uint8Array(plain))])
    records.write(
      new Map<string, StoredValue>([
        ['history/index', '{"since":0,"rows":[[1,1,1]]}'],
        ['history/000000001', row],
      ]),
    )
    expect(findInvalidHistory(records)).toBe('history/000000001')
  })
})
