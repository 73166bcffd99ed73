import { expect } from 'vitest'
import { siteBounds } from '../../bench/growth/site-tables.ts'
import { findBound, type TableLocation } from '../../bench/growth/table-bound.ts'
import { encodeUtf8 } from '../../wire/util/utf8.ts'

export interface TableSize {
  rows: number
  bytes: number
}

/** Measures the tables of a room's records. Fails for a key without a bound. `game`: the game of the room. */
export function measureTables(
  records: Iterable<readonly [key: string, value: string | Uint8Array]>,
  game: TableLocation,
): ReadonlyMap<string, TableSize> {
  const all = new Map<string, TableSize>()
  const unknown: string[] = []
  for (const [key, value] of records) {
    const bound = findBound(siteBounds, key.startsWith('game/') ? game : 'room', key)
    if (!bound) unknown.push(key)
    else {
      const sum = all.get(bound.table) ?? { rows: 0, bytes: 0 }
      sum.rows++
      sum.bytes += key.length + (typeof value === 'string' ? encodeUtf8(value).length : value.length)
      all.set(bound.table, sum)
    }
  }
  expect(unknown, `records of ${game} that bench/growth/site-tables.ts has no bound for`).toEqual([])
  return all
}

export function expectWithinBounds(all: ReadonlyMap<string, TableSize>, game: TableLocation): void {
  const over = [...all].filter(([table, { rows, bytes }]) => {
    const place = table.startsWith('game/') ? game : 'room'
    const bound = siteBounds.find((one) => one.in === place && one.table === table)!
    return rows > bound.rows || bytes > bound.bytes
  })
  expect(over, `tables of ${game} over their bounds`).toEqual([])
}
