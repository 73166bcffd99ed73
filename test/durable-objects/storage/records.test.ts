// The records of a Durable Object, with the failures that only real SQLite has.
import { reset, runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { afterEach, expect, it } from 'vitest'
import { MeteredSql } from '../../../bench/cost/cost-meter.ts'
import {
  createRecordTable,
  hasRecordTable,
  type Records,
  type SqlStorage,
  sqlRecords,
} from '../../../durable-objects/storage/records.ts'
import { conformance } from '../../store/records-conformance.ts'

afterEach(async () => {
  await reset()
})

function within(body: (records: Records, sql: SqlStorage) => void): Promise<void> {
  return runInDurableObject(env.TIMED.getByName('tally/store'), (_, { storage }) => {
    const sql = storage.sql as unknown as SqlStorage
    createRecordTable(sql)
    body(
      sqlRecords(sql, (change) => storage.transactionSync(change)),
      sql,
    )
  })
}

conformance('in SQLite', within)

const rows = (sql: SqlStorage) => [...sql.exec('SELECT key, part FROM record ORDER BY key, part')]

it('a value that shrinks leaves no parts behind, and a value that fits is stored in one row', () =>
  within((records, sql) => {
    records.write(new Map([['a', 'x'.repeat(1_200_000)]]))
    expect(rows(sql)).toHaveLength(3)
    records.write(new Map([['a', 'x'.repeat(600_000)]]))
    expect(rows(sql)).toHaveLength(2)
    records.write(new Map([['a', 'x']]))
    expect(rows(sql)).toEqual([{ key: 'a', part: 0 }])
    records.write(new Map([['a', undefined]]))
    expect(rows(sql)).toEqual([])
  }))

it('a write that fails half-way writes nothing', () =>
  within((records, sql) => {
    records.write(new Map([['a', 'old']]))
    const changes = new Map<string, string | undefined>([
      ['a', 'new'],
      ['b', 'new'],
      ['c', 'new'],
    ])
    sql.exec(
      "CREATE TRIGGER refuse BEFORE INSERT ON record WHEN new.key = 'c' BEGIN SELECT RAISE(FAIL, 'no'); END",
    )
    expect(() => records.write(changes)).toThrow('no')
    expect([...records.list('')]).toEqual([['a', 'old']])
  }))

it('the rows that a benchmark counts are those that the platform bills', () =>
  runInDurableObject(env.TIMED.getByName('tally/billed'), (_, { storage }) => {
    const billed = { rowsRead: 0, rowsWritten: 0 }
    const counts = { rowsRead: 0, rowsWritten: 0 }
    const sql = {
      exec(query: string, ...bindings: never[]) {
        const cursor = storage.sql.exec(query, ...bindings)
        const rows = cursor.toArray()
        billed.rowsRead += cursor.rowsRead
        billed.rowsWritten += cursor.rowsWritten
        return rows
      },
    } as unknown as SqlStorage
    // The meter's own queries are not counted.
    const counted = new MeteredSql(sql, counts, storage.sql as unknown as SqlStorage)
    createRecordTable(counted)
    const records = sqlRecords(counted, (change) => storage.transactionSync(change))
    const long = 'x'.repeat(1_200_000)
    for (const value of ['x', long, 'y', undefined, undefined, long, 'z'])
      records.write(
        new Map([
          ['a', value],
          ['b', 'always'],
        ]),
      )
    for (const key of ['a', 'b', 'c']) records.get(key)
    expect(Array.from(records.list(''))).toHaveLength(2)
    expect(counts.rowsWritten).toBe(billed.rowsWritten)
    expect(Math.abs(counts.rowsRead - billed.rowsRead)).toBeLessThan(0.3 * billed.rowsRead)
  }))

it('a new Durable Object has no record table until one is created', () =>
  runInDurableObject(env.TIMED.getByName('tally/store'), (_, { storage }) => {
    const sql = storage.sql as unknown as SqlStorage
    expect(hasRecordTable(sql)).toBe(false)
    createRecordTable(sql)
    expect(hasRecordTable(sql)).toBe(true)
  }))
