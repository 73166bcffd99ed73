import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Records, StoredValue } from '../../durable-objects/storage/records.ts'
import {
  type WriteLogLimits,
  WriteLogRecords,
  writeLogKeyPrefix,
} from '../../durable-objects/storage/write-log-records.ts'
import { memoryRecords } from '../memory-records.ts'
import { assertProperty } from '../property.ts'
import { conformance } from './records-conformance.ts'

const small: WriteLogLimits = { logRecords: 3, maxRecordBytes: 100, maxTotalBytes: 400 }

conformance('in a write log', async (body) => body(new WriteLogRecords(memoryRecords())))
conformance('in a write log with small limits', async (body) =>
  body(new WriteLogRecords(memoryRecords(), undefined, small)),
)

type Changes = ReadonlyMap<string, StoredValue | undefined>
type Step = Changes | 'open' | 'compact'

const value = fc.oneof(
  fc.constant(undefined),
  fc.string({ maxLength: 60 }),
  fc.uint8Array({ maxLength: 60 }),
  fc.string({ minLength: 300, maxLength: 500 }),
)
const key = fc.constantFrom('a', 'b', 'c', 'game/a', 'game/b', 'session/1')
const changes = fc.uniqueArray(fc.tuple(key, value), { maxLength: 4, selector: ([one]) => one })
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: changes.map((all) => new Map(all)) },
  { weight: 2, arbitrary: fc.constant('open' as const) },
  { weight: 1, arbitrary: fc.constant('compact' as const) },
)

function counted(records: Records): Records & { written: number } {
  const counting = {
    written: 0,
    get: (key: string) => records.get(key),
    list: (prefix: string) => records.list(prefix),
    write(changes: Changes) {
      counting.written += changes.size
      records.write(changes)
    },
  }
  return counting
}

const one = (key: string, stored: StoredValue | undefined): Changes => new Map([[key, stored]])

describe('the records of a write log', () => {
  it('equal those of a store without a log, after any writes and any number of openings', () => {
    assertProperty(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const disk = memoryRecords()
        const plain = memoryRecords()
        let withLog = new WriteLogRecords(disk, undefined, small)
        for (const one of steps) {
          if (one === 'open') withLog = new WriteLogRecords(disk, undefined, small)
          else if (one === 'compact') withLog.compact()
          else {
            plain.write(one)
            withLog.write(one)
          }
          expect([...withLog.list('')]).toEqual([...plain.list('')])
          expect(withLog.get('a')).toEqual(plain.get('a'))
        }
        withLog.compact()
        expect([...disk.list('')].filter(([key]) => !key.startsWith(writeLogKeyPrefix))).toEqual([
          ...plain.list(''),
        ])
      }),
      { numRuns: 400 },
    )
  })

  it('cost one stored record for each batch of writes', () => {
    const disk = counted(memoryRecords())
    const records = new WriteLogRecords(disk)
    for (let flush = 0; flush < 100; flush++) {
      const before = disk.written
      records.write(
        new Map(Array.from({ length: 20 }, (_, n) => [`game/player/${n}`, `${flush} `.repeat(40)])),
      )
      expect(disk.written - before).toBe(1)
    }
  })

  it('are written to records of their own when the log is compacted, which is then empty', () => {
    const disk = counted(memoryRecords())
    const records = new WriteLogRecords(disk)
    records.write(
      new Map([
        ['a', '1'],
        ['b', '2'],
      ]),
    )
    records.write(one('a', '3'))
    expect(disk.get('a')).toBeUndefined()
    records.compact()
    expect([disk.get('a'), disk.get('b')]).toEqual(['3', '2'])
    const before = disk.written
    records.compact()
    new WriteLogRecords(disk).compact()
    expect(disk.written).toBe(before)
  })

  it('include records that were never in the log', () => {
    const disk = memoryRecords()
    disk.write(
      new Map([
        ['room', '{}'],
        ['game/a', '1'],
      ]),
    )
    const records = new WriteLogRecords(disk)
    expect([...records.list('')]).toEqual([
      ['game/a', '1'],
      ['room', '{}'],
    ])
    records.write(one('game/a', undefined))
    expect([...new WriteLogRecords(disk).list('')]).toEqual([['room', '{}']])
  })

  it('are written to records of their own together with a write that is too large for the log', () => {
    const disk = memoryRecords()
    const records = new WriteLogRecords(disk, undefined, small)
    records.write(one('a', '1'))
    records.write(one('b', 'x'.repeat(1000)))
    expect([disk.get('a'), disk.get('b')?.length]).toEqual(['1', 1000])
    expect(new WriteLogRecords(disk, undefined, small).get('a')).toBe('1')
  })

  it('are written to records of their own when they are too large together, even if each is written by another instance', () => {
    const disk = memoryRecords()
    for (let n = 0; n < 20; n++)
      new WriteLogRecords(disk, undefined, { ...small, logRecords: 100 }).write(one(`${n}`, 'x'.repeat(60)))
    expect(disk.get('0')).toBeDefined()
  })

  it('are unchanged when a write fails', () => {
    const disk = memoryRecords()
    let fails = false
    const records = new WriteLogRecords(
      {
        ...disk,
        write(changes) {
          if (fails) throw new Error('the disk is full')
          disk.write(changes)
        },
      },
      undefined,
      small,
    )
    records.write(one('a', '1'))
    fails = true
    for (const stored of ['2', 'x'.repeat(200), 'x'.repeat(1000)]) {
      expect(() => records.write(one('a', stored))).toThrow('full')
      expect(records.get('a')).toBe('1')
    }
    expect(() => records.compact()).toThrow('full')
    fails = false
    records.write(one('b', '2'))
    expect([...new WriteLogRecords(disk, undefined, small).list('')]).toEqual([
      ['a', '1'],
      ['b', '2'],
    ])
  })
})
