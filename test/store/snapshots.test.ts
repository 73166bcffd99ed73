import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { SnapshottingTable } from '../../durable-objects/room/export/snapshotting-table.ts'
import { createRecordTable, type StoredValue } from '../../durable-objects/storage/records.ts'
import { assertProperty } from '../property.ts'
import { SimulatedClock } from '../simulated-clock.ts'
import { SqliteDisk } from '../simulator/platform/sqlite-disk.ts'

function createTable() {
  const disk = new SqliteDisk()
  createRecordTable(disk)
  const clock = new SimulatedClock()
  const open = () =>
    new SnapshottingTable({ sql: disk, transaction: (body) => disk.transaction(body) }, clock)
  const tables = () =>
    [...disk.exec<{ name: string }>("SELECT name FROM sqlite_master WHERE type = 'table'")].map(
      ({ name }) => name,
    )
  return { disk, clock, table: open(), open, tables }
}

type Table = ReturnType<typeof createTable>['table']

/**
 * Reads a snapshot batch by batch, and returns its records with their parts combined. `meanwhile` is called after each
 * batch.
 */
function readOut(snapshot: NonNullable<ReturnType<Table['openSnapshot']>>, meanwhile: () => void = () => {}) {
  const read = new Map<string, StoredValue[]>()
  for (let parts = snapshot.next(); parts.length > 0; parts = snapshot.next()) {
    for (const { key, part, value } of parts) {
      const before = read.get(key) ?? []
      expect(part).toBe(before.length)
      read.set(key, [...before, value])
    }
    meanwhile()
  }
  return new Map(Array.from(read, ([key, parts]) => [key, parts.map(String).join('')]))
}

function* readRest(snapshot: NonNullable<ReturnType<Table['openSnapshot']>>): Generator<StoredValue> {
  for (let parts = snapshot.next(); parts.length > 0; parts = snapshot.next())
    for (const { value } of parts) yield value
}

const left = (table: Table) =>
  new Map(
    Array.from(table.list(''), ([key, value]) => [key, String(value)] as const).filter(([key]) =>
      /^(ban|game|log)\//.test(key),
    ),
  )

const keys = fc.constantFrom(
  ...['ban/1', 'game/a', 'game/b', 'game/c', 'game/~', 'log/00', 'write-log/1', 'session/x', 'room'],
)
const values = fc.oneof(
  fc.string({ maxLength: 3 }),
  // Large values end a batch, and values of several parts span batches.
  fc.integer({ min: 1, max: 4 }).map((n) => 'x'.repeat(n * 300_000)),
)
const changes = fc.array(fc.tuple(keys, fc.option(values, { nil: undefined })), { maxLength: 6 })

describe('a snapshot of records', () => {
  test('[EXPORT-8] does not change when the records change', () =>
    assertProperty(
      fc.property(changes, fc.array(changes, { maxLength: 8 }), (first, later) => {
        const { table, tables } = createTable()
        table.write(new Map(first))
        const before = left(table)
        const snapshot = table.openSnapshot()!
        const waiting = [...later]
        table.write(new Map(waiting.shift() ?? []))
        expect(readOut(snapshot, () => table.write(new Map(waiting.shift() ?? [])))).toEqual(before)
        expect(tables()).toEqual(['record'])
      }),
    ))

  test('is separate for each reader, and shows the records as they were when that reader started', () => {
    const { table, tables } = createTable()
    // The records need more than one batch.
    const many = (says: string) =>
      new Map<string, string | undefined>(
        Array.from({ length: 100 }, (_, i) => [`game/${100 + i}`, says.padEnd(9000)]),
      )
    table.write(many('one'))
    const first = table.openSnapshot()!
    const began = first.next().map(({ value }) => value)
    table.write(many('two'))
    const second = table.openSnapshot()!
    table.write(new Map([...many('three'), ['game/199', undefined]]))
    table.write(new Map([['game/new', 'x']]))
    expect(readOut(second)).toEqual(many('two'))
    expect([...began, ...readRest(first)]).toEqual([...many('one').values()])
    expect(tables()).toEqual(['record'])
  })

  test('[EXPORT-8] has all parts of a record from the same time, even if the record changes after some parts were read', () => {
    const { disk, table } = createTable()
    const part = (says: string) => says.repeat(9000)
    // The record has more parts than fit in one batch.
    for (let i = 0; i < 20; i++)
      disk.exec('INSERT INTO record (key, part, value) VALUES (?, ?, ?)', 'game/long', i, part('a'))
    const snapshot = table.openSnapshot()!
    const read = snapshot.next().map(({ value }) => value)
    expect(read.length).toBeLessThan(20)
    table.write(new Map([['game/long', part('b')]]))
    read.push(...readRest(snapshot))
    expect(read).toEqual(Array.from({ length: 20 }, () => part('a')))
  })

  test('leaves no copies behind if its reader stops or never continues', () => {
    const { table, tables, clock } = createTable()
    table.write(new Map([['game/a', 'x']]))
    const stopped = table.openSnapshot()!
    expect(tables()).toEqual(['record', 'snapshot_copy'])
    stopped.close()
    expect(tables()).toEqual(['record'])
    for (let i = 0; i < 4; i++) table.openSnapshot()
    expect(table.openSnapshot()).toBeUndefined()
    clock.pass(60_001)
    expect(readOut(table.openSnapshot()!).size).toBe(1)
  })

  test('is not affected by rows that an earlier instance left behind', () => {
    const { table, open } = createTable()
    table.write(new Map([['game/a', 'x']]))
    table.openSnapshot()
    table.write(new Map([['game/a', 'y']]))
    expect(readOut(open().openSnapshot()!)).toEqual(new Map([['game/a', 'y']]))
  })
})

test('[EXPORT-9] the ETag of an export changes with every record that the export could contain, and with no other record', () => {
  const { table, open } = createTable()
  let marks = 0
  const mark = (of = table) => of.etag(() => `mark ${++marks}`)
  expect([mark(), mark(), mark(open())]).toEqual(['mark 1', 'mark 1', 'mark 1'])
  for (const key of ['meter', 'session/x', 'resume-state/x']) table.write(new Map([[key, 'x']]))
  expect(mark()).toBe('mark 1')
  for (const [i, key] of ['game/a', 'ban/1', 'log/00', 'room', 'write-log/1'].entries()) {
    table.write(new Map([[key, 'x']]))
    expect(mark()).toBe(`mark ${i + 2}`)
  }
  // An instance that has not read the mark (the ETag) also replaces it when it writes.
  const other = open()
  other.write(new Map([['game/a', undefined]]))
  expect(mark(other)).toBe('mark 7')
})
