// The records of a store, held against the bounds of its tables.
import { expect } from 'vitest'
import { bounds } from '../../bench/growth/site-tables.ts'
import { boundOf, type TableBound, type TableLocation } from '../../bench/growth/table-bound.ts'
import { encodeUtf8 } from '../../wire/util/utf8.ts'

/** Rows of a table, and their bytes. */
export interface Standing {
  rows: number
  bytes: number
}

/** By table. A key that no bound is of fails. `game`: of the room whose records these are; `within`: the bounds that hold. */
export function standing(
  records: Iterable<readonly [key: string, value: string | Uint8Array]>,
  game: TableLocation,
  within: readonly TableBound[] = bounds,
): ReadonlyMap<string, Standing> {
  const all = new Map<string, Standing>()
  const unknown: string[] = []
  for (const [key, value] of records) {
    const bound = boundOf(within, key.startsWith('game/') ? game : 'room', key)
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

/** Fails for each table that has more than its bound. */
export function keepsWithin(all: ReadonlyMap<string, Standing>, game: TableLocation, within = bounds): void {
  const over = [...all].filter(([table, { rows, bytes }]) => {
    const place = table.startsWith('game/') ? game : 'room'
    const bound = within.find((one) => one.in === place && one.table === table)!
    return rows > bound.rows || bytes > bound.bytes
  })
  expect(over, `tables of ${game} over their bounds`).toEqual([])
}
