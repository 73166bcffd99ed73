// Checks that every table has a bound: tables in the sources, records of rooms of every game, and the tables in the
// document.
import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { playerLoads } from '../../bench/cost/loads.ts'
import { MeteredRoom } from '../../bench/cost/simulated-room.ts'
import { siteBounds } from '../../bench/growth/site-tables.ts'
import { findBound, formatBounds, type TableLocation } from '../../bench/growth/table-bound.ts'
import { WriteLogRecords } from '../../durable-objects/storage/write-log-records.ts'
import { floorCount } from '../../games/crossfire/builtin/dungeon/floor.ts'
import { layoutHeight, layoutWidth } from '../../games/crossfire/builtin/dungeon/layout.ts'
import { builtinMapHeaders, openBuiltinMap } from '../../games/crossfire/builtin/maps/index.ts'
import { games } from '../../games/index.ts'
import { decodeBase64 } from '../../wire/util/base64.ts'
import { sourcesOf } from '../boundaries/repository.ts'
import { memoryRecords } from '../memory-records.ts'
import { storedGames } from '../state/stored-games.ts'
import { expectWithinBounds, measureTables } from './steady-state.ts'

const root = new URL('../../', import.meta.url)
const stored = new Set(storedGames('0.1.0').map(({ slug }) => slug))
const read = (path: string) => readFileSync(new URL(path, root))

describe('the tables in the sources', () => {
  const sources = sourcesOf('durable-objects')
  const created = [...sources].flatMap(([path, source]) =>
    Array.from(
      source.matchAll(/(?:CREATE TABLE (?:IF NOT EXISTS )?(?!IF )|new StoredRateLimit\(\w+, ')(\w+)/g),
      ([, table]) => [path, table!] as const,
    ),
  )

  it('are found by the search for table names', () => {
    expect(created.length).toBeGreaterThan(10)
  })

  it.each(created)('include, from %s, the table %s, which has a bound', (path, table) => {
    const place = path.includes('/directory/') ? 'directory' : 'room'
    expect(findBound(siteBounds, place, table)).toMatchObject({ table })
  })

  it('include every table with a bound', () => {
    const known = new Set(created.map(([, table]) => table))
    const tables = siteBounds.filter((bound) => bound.in === 'directory').map(({ table }) => table)
    expect(tables.filter((table) => !known.has(table))).toEqual([])
  })
})

/** Record names in the sources: string constants whose names end in `Key` or `Prefix`. */
const named = /const (?:\w*[kK]ey|\w*[pP]refix|mark) = '([\w/-]+)'/g

describe('the record names in the sources', () => {
  const places: readonly (readonly [TableLocation, readonly string[]])[] = [
    ['room', ['durable-objects']],
    ...games.map(({ slug }) => [slug as TableLocation, [`games/${slug}`]] as const),
  ]
  const names = places.flatMap(([place, folders]) =>
    folders
      .flatMap((folder) => [...sourcesOf(folder)])
      .filter(([path]) => !/\/(?:browser|view|builtin|import\/(?:converters|attributes|format))\//.test(path))
      .flatMap(([path, source]) =>
        Array.from(source.matchAll(named), ([, name]) => [place, name!, path] as const),
      ),
  )
  /** Matches that are not names of records. `game/` is the common prefix of all records of a game. */
  const others = new Set(['_read_', 'game/'])

  it.each(names.filter(([, name]) => !others.has(name)))(
    'include, for %s, the name %s, which has a bound',
    (place, name) => {
      const key = place === 'room' ? name : `game/${name}`
      expect(findBound(siteBounds, place, key)).toBeDefined()
    },
  )
})

/** Minimum number of records of a stored room. [LAN-5.3] A LAN room has two records: its address key and its log. */
const fewestRecords = (slug: TableLocation) => (slug === 'lan' ? 2 : 4)

describe.each(games.map(({ slug }) => slug as TableLocation))('a room of %s', (slug) => {
  it.runIf(stored.has(slug))('of an earlier version has no record without a bound', () => {
    const lines = gunzipSync(read(`test/state/0.1.0/${slug}.packetboat`))
      .toString('utf8')
      .split('\n')
    const parts = lines.filter((line) => line.includes('"key"')).map((line) => JSON.parse(line))
    const records = parts.map(({ key, text, bytes }): [string, string | Uint8Array] => [
      key,
      text ?? decodeBase64(bytes),
    ])
    expect(records.length).toBeGreaterThanOrEqual(fewestRecords(slug))
    expectWithinBounds(measureTables(records, slug), slug)
  })

  it('after some play has no record without a bound and no table over its bound', async () => {
    const load = playerLoads.get(slug)!
    const room = await MeteredRoom.create(load.setup)
    for (let visit = 0; visit < 3; visit++) {
      const leave = [0, 1].map((n) =>
        room.connectClient(n === 0 ? load.transport : 'websocket', n === 0 ? 'sidecar' : 'socket', (client) =>
          load.player(n, 'plays', client),
        ),
      )
      await room.advance(20_000)
      for (const one of leave) one()
      await room.advance(120_000)
    }
    const all = measureTables(room.records, slug)
    expectWithinBounds(all, slug)
    // No session records remain of clients that have left, except rows that the write log has already marked as
    // deleted.
    const table = memoryRecords()
    table.writeAll(room.records)
    const left = [...new WriteLogRecords(table).list('')].map(([key]) => key)
    expect(left.filter((key) => /^(?:session|note)\//.test(key))).toEqual([])
  })
})

it("Crossfire's built-in maps have at most as many cells as their bound", () => {
  const sizes = builtinMapHeaders.map(({ id }) => openBuiltinMap(id))
  const cells = sizes.reduce((sum, map) => sum + map.width * map.height, 0)
  const deep = floorCount * layoutWidth * layoutHeight
  expect(cells + deep).toBeLessThanOrEqual(findBound(siteBounds, 'crossfire', 'game/cell/town/1,1')!.rows)
})

it('docs/reference/growth.md has the same tables as the output of `npm run growth`', () => {
  expect(read('docs/reference/growth.md').toString()).toContain(formatBounds(siteBounds))
})
