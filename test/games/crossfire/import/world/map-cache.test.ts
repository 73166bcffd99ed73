import { describe, expect, it, vi } from 'vitest'
import { cacheLimits, MapCache } from '../../../../../games/crossfire/model/loading/map-cache.ts'
import type { Level } from '../../../../../games/crossfire/model/state/game-state.ts'
import { Yard } from '../../harness/small-maps.ts'
import { importedAtlas, latin1, openImportedYard, street } from '../harness/imported-world.ts'

/**
 * Maximum rows written when one map is closed and another opened: seed and tags of the opened map, creatures and reset
 * time of the closed map, the cell of the dropped apple, and the number of things on the ground.
 */
const rowsOfSwap = 6
const bytesOfSwap = 320

const level = (name: string) => ({ name }) as Level
const read = (cells: number, things = 0, idBytes = 0) =>
  [{ width: cells, height: 1 }, things, idBytes] as const
const surplus = (opened: MapCache, mayGo: (level: Level) => boolean = () => true) => {
  const gone: string[] = []
  for (const { name } of opened.evictable(mayGo)) {
    opened.delete(name)
    gone.push(name)
  }
  return gone
}

describe('the map cache', () => {
  it('[CF-20.6] holds at most 200 maps, and closes the least recently used of the maps that may be closed', () => {
    const opened = new MapCache()
    for (let n = 0; n < 200; n++) opened.add(level(`${n}`), ...read(1))
    expect([opened.hasRoom, surplus(opened)]).toEqual([false, []])
    opened.markUsed('0')
    for (const name of ['a', 'b', 'c']) opened.add(level(name), ...read(1))
    expect(surplus(opened, ({ name }) => name !== '2')).toEqual(['1', '3', '4'])
    expect([opened.levels.length, opened.hasRoom]).toEqual([200, false])
    expect(cacheLimits).toEqual({ maps: 200, bytes: 48 * 1024 * 1024 })
  })

  it.each([
    ['cells', 65_536, 0, 0],
    ['things', 1, 1311, 0],
    ['ids', 1, 0, 786_432],
  ])('[CF-20.6] holds maps of at most 48 MB, counted by %s', (_, cells, things, ids) => {
    const opened = new MapCache()
    const room = read(cells, things, ids)
    let count = 0
    while (opened.hasRoom) opened.add(level(`${count++}`), ...room)
    expect(count).toBeGreaterThan(60)
    expect(count).toBeLessThan(66)
    opened.add(level('more'), ...room)
    expect(surplus(opened).slice(0, 1)).toEqual(['0'])
    expect(opened.levels.length).toBeLessThan(count + 1)
    for (const { name } of opened.levels) opened.delete(name)
    expect([opened.hasRoom, opened.levels]).toEqual([true, []])
  })
})

it('[CF-16.7] [CF-20.6] the opening of a map costs as many steps for things in containers as for things on the floor', async () => {
  const spent = async (things: string) => {
    const map = `arch map\nwidth 1\nheight 1\nend\narch meadow\nend\n${things}`
    const yard = await openImportedYard(undefined, { 'maps/x': latin1(map) })
    yard.join('Ann', 0, 0)
    return yard.spent
  }
  const [milk, none] = ['arch milk\nend\n'.repeat(100), await spent('')]
  expect((await spent(`arch crate\n${milk}end\n`)) - (await spent('arch crate\nend\n'))).toBe(
    (await spent(milk)) - none,
  )
})

it('[CF-20.6] the cache counts the bytes of long ids, also of contents and of the ground; few long ids stay in memory', async () => {
  const text = (arch: string, name: number) => `arch ${arch}\nname_${name} ${'x'.repeat(16_000)}\n`
  const map = `arch map\nwidth 1\nheight 1\nend\n${text('meadow', 1)}end\n${text('crate', 2)}${text('milk', 3)}end\nend\n`
  const add = vi.spyOn(MapCache.prototype, 'add')
  const atlas = await importedAtlas(undefined, { 'maps/x': latin1(map) })
  new Yard(atlas).join('Ann', 0, 0)
  expect(add.mock.calls[0]![3]).toBeGreaterThan(48_000)
  add.mockRestore()
  const { archetypes } = atlas
  const long = Array.from({ length: 9 }, (_, n) => `\nname_${n} ${'x'.repeat(10_000)}`).join('')
  const idOf = (n: number) => `arch milk\nname ${n}${n % 2 === 0 ? '' : long}`
  const [short, first] = [archetypes.get(idOf(0)), archetypes.get(idOf(1))]
  for (let n = 2; n < 100; n += 2) archetypes.get(idOf(n))
  expect([archetypes.get(idOf(0)), archetypes.get(idOf(1))]).toEqual([short, first])
  expect(archetypes.get(idOf(1))).toBe(first)
  for (let n = 3; n < 200; n += 2) archetypes.get(idOf(n))
  expect(archetypes.get(idOf(1))).not.toBe(first)
})

describe('walking through more maps than can be open', () => {
  it('[CF-20.6] maps with players or pending machine work keep their state', async () => {
    const yard = await openImportedYard(undefined, street(204))
    const [ann, bob] = [yard.join('Ann', 0, 0), yard.join('Bob', 0, 0)]
    const first = yard.level(bob)
    yard.walk(ann, 'ee')
    const second = yard.level(ann)
    const moves = vi.spyOn(second.machinery, 'hasPendingWork', 'get').mockReturnValue(true)
    yard.walk(ann, 'ee')
    const third = yard.level(ann)
    for (const way of ['e', 'w']) yard.walk(ann, way.repeat(2 * 203 - 4))
    expect(yard.level(ann).name).toBe('/street/3')
    expect(yard.level(ann)).not.toBe(third)
    yard.walk(ann, 'w')
    expect(yard.level(ann)).toBe(second)
    moves.mockRestore()
    yard.walk(ann, 'ww')
    expect(yard.level(ann)).toBe(first)
    expect(yard.level(bob)).toBe(first)
  })

  it('[CF-20.6] closing and reopening writes few rows per map, even if every map contains items', async () => {
    const yard = await openImportedYard(undefined, street(230))
    const ann = yard.join('Ann', 0, 0)
    const rows: number[] = []
    const bytes: number[] = []
    const put = vi.spyOn(yard.store, 'put')
    const gone = vi.spyOn(yard.store, 'delete')
    for (let map = 1; map < 230; map++) {
      yard.lay(ann, 'apple')
      put.mockClear()
      gone.mockClear()
      yard.walk(ann, 'ee')
      rows.push(put.mock.calls.length + gone.mock.calls.length)
      bytes.push(JSON.stringify(put.mock.calls).length)
    }
    expect(yard.level(ann).name).toBe('/street/230')
    // Each map is entered by one step. Opening the first 200 maps closes no map.
    rows.shift()
    bytes.shift()
    expect(Math.max(...rows)).toBeLessThanOrEqual(rowsOfSwap)
    expect(Math.max(...rows)).toBeGreaterThan(rows[0]!)
    expect(Math.max(...bytes)).toBeLessThanOrEqual(bytesOfSwap)
  })
})
