// Validates the built-in maps.
import { describe, expect, test } from 'vitest'
import { archetypeById } from '../../../../games/crossfire/builtin/archetypes/index.ts'
import { wayDown } from '../../../../games/crossfire/builtin/maps/barrow.ts'
import {
  type MapSource,
  mapById,
  maps,
  startingPosition,
} from '../../../../games/crossfire/builtin/maps/index.ts'
import { readMapPlan, rowsOf } from '../../../../games/crossfire/model/loading/map-reader.ts'
import { at, builtinMaps, canStand, reachableCells, spotKey } from '../scenarios/explore-all-maps.ts'

const exits = maps.flatMap(({ id }) =>
  builtinMaps
    .get(id)!

    .things.flatMap((thing) =>
      thing.exit && thing.exit.map !== wayDown.map ? [{ from: { map: id, ...thing }, to: thing.exit }] : [],
    ),
)

describe('[CF-12.1] every built-in map', () => {
  test('has a unique id', () => {
    expect(new Set(maps.map(({ id }) => id)).size).toBe(maps.length)
    expect(() => mapById('moon')).toThrow('there is no map moon')
  })
  test.each(maps)(
    '$id: all rows have the same width, within the limits of magicmap and other packets',
    (plan) => {
      const rows = rowsOf(plan)
      expect(rows.filter(({ length }) => length !== rows[0]!.length)).toEqual([])
      expect(rows[0]!.length).toBeLessThanOrEqual(60)
      expect(rows.length).toBeLessThanOrEqual(60)
    },
  )
  test.each(maps)('$id: the legend explains every letter of the rows', (plan) => {
    const signs = new Set(rowsOf(plan).join('').replaceAll(' ', ''))
    expect([...signs].filter((sign) => !(sign in plan.legend))).toEqual([])
  })
  test.each(maps.filter(({ id }) => ['town', 'greywood', 'cellar'].includes(id)))(
    '$id: the rows use every letter of its own legend',
    (plan) => {
      const signs = new Set(rowsOf(plan).join(''))
      expect(Object.keys(plan.legend).filter((sign) => !signs.has(sign))).toEqual([])
    },
  )
  test.each(maps)('$id: each cell has one ground and at most one creature', ({ id }) => {
    const { things, width, height } = builtinMaps.get(id)!
    const counts = (layer: string) => {
      const cells = new Map<string, number>()
      for (const { id: kind, x, y } of things)
        if (archetypeById(kind).layer === layer) cells.set(`${x},${y}`, (cells.get(`${x},${y}`) ?? 0) + 1)
      return cells
    }
    const blanks = rowsOf(mapById(id)).join('').split(' ').length - 1
    expect(counts('floor').size).toBe(width * height - blanks)
    expect([...counts('floor').values(), ...counts('creature').values()].every((count) => count === 1)).toBe(
      true,
    )
  })
  test.each(maps)('$id: every item and fixture is reachable', ({ id }) => {
    const lost = builtinMaps.get(id)!.things.filter(({ id: kind, x, y }) => {
      const { layer, traits } = archetypeById(kind)
      const matters =
        layer === 'item' || layer === 'creature' || traits.role === 'exit' || traits.role === 'lever'
      return matters && !canStand({ map: id, x, y })
    })
    expect(lost).toEqual([])
  })
  test.each(maps)('$id: texts are plain and fit a packet of any client', ({ id }) => {
    for (const { text = '', name = '' } of builtinMaps
      .get(id)!
      .things.flatMap((thing) => [thing, ...(thing.inside ?? [])])) {
      expect(text).toMatch(/^[\n\x20-\x7e]*$/)
      expect(text.length).toBeLessThan(1000)
      expect(name).toMatch(/^[\x20-\x7e]{0,60}$/)
    }
  })
})

describe('[CF-12.7] every exit', () => {
  test.each(exits)(
    'the exit at $from.map $from.x,$from.y leads to a free cell and has a way back',
    ({ from, to }) => {
      expect(canStand(to)).toBe(true)
      const isNear = (a: { map: string; x: number; y: number }, b: { map: string; x: number; y: number }) =>
        a.map === b.map && Math.abs(a.x - b.x) <= 1 && Math.abs(a.y - b.y) <= 1
      expect(exits.some((back) => isNear(back.from, to) && isNear(back.to, from))).toBe(true)
    },
  )
  test('a step exit never lands on another exit, and an apply exit lands on its way back', () => {
    for (const { from, to } of exits) {
      const { traits } = archetypeById(from.id)
      const lands = at(to).some(({ exit }) => exit !== undefined)
      expect(lands, spotKey(from)).toBe(traits.role === 'exit' && traits.enters === 'apply')
    }
  })
})

describe('reachability from the start', () => {
  const reached = reachableCells()
  test('players can stand on the start position', () => expect(canStand(startingPosition)).toBe(true))
  test.each(maps)('[CF-12.1] every place of $id is reachable', ({ id }) => {
    const { width, height } = builtinMaps.get(id)!
    const cells = Array.from({ length: width * height }, (_, cell) => ({
      map: id,
      x: cell % width,
      y: Math.floor(cell / width),
    }))
    expect(cells.filter((cell) => canStand(cell) && !reached.has(spotKey(cell))).map(spotKey)).toEqual([])
  })
  test('[CF-12.8] every lock has its key, every lever its gate and every gate its lever', () => {
    const things = maps.flatMap(({ id }) =>
      builtinMaps.get(id)!.things.map((thing) => ({ map: id, ...thing })),
    )
    const roles = (role: string) => things.filter(({ id }) => archetypeById(id).traits.role === role)
    for (const lever of roles('lever')) expect(lever.links?.length, spotKey(lever)).toBeGreaterThan(0)
    const linked = new Set(
      things.flatMap(({ map, links = [] }) => links.map((spot) => spotKey({ map, ...spot }))),
    )
    expect(new Set(roles('gate').map(spotKey))).toEqual(linked)
    expect(
      roles('door').filter(
        ({ id, map, x, y }) => id.startsWith('door_') && !reached.has(spotKey({ map, x, y })),
      ),
    ).toEqual([])
  })
})

describe('map validation', () => {
  const plan: MapSource = {
    id: 'hut',
    title: 'A hut',
    floor: 'dirt',
    rows: '\n#.#\n',
    legend: { '#': ['wall_stone'], '.': [] },
  }
  test('accepts the unchanged map', () => {
    const { width, height, things } = readMapPlan(plan, mapById)
    expect({ width, height }).toEqual({ width: 3, height: 1 })
    expect(things.map(({ id }) => id)).toEqual(['dirt', 'wall_stone', 'dirt', 'dirt', 'wall_stone'])
  })
  test.each([
    ['a sign that the legend has not', { rows: '?' }, 'the legend of hut has no ?'],
    ['an archetype that is none', { legend: { '#': ['unicorn'], '.': [] } }, 'there is no archetype unicorn'],
    [
      'an exit to no map',
      { legend: { '#': [], '.': [{ id: 'road', to: { map: 'moon', sign: 'x' } }] } },
      'no map moon',
    ],
    [
      'an exit to no place',
      { legend: { '#': [], '.': [{ id: 'road', to: { map: 'town', sign: '?' } }] } },
      'town has 0',
    ],
    [
      'an exit to two places',
      { legend: { '#': [], '.': [{ id: 'road', to: { map: 'town', sign: 'T' } }] } },
      'of T, not one',
    ],
  ])('%s', (_, change, message) => {
    expect(() => readMapPlan({ ...plan, ...change } as MapSource, mapById)).toThrow(message)
  })
})
