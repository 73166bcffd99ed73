import { describe, expect, test } from 'vitest'
import { archetypeById } from '../../../../games/crossfire/builtin/archetypes/index.ts'
import {
  builtinMapHeaders,
  dungeonStairs,
  dungeonTrapdoor,
  mapById,
  startingPosition,
} from '../../../../games/crossfire/builtin/maps/index.ts'
import type { BuiltinMap, MapPlacement } from '../../../../games/crossfire/builtin/maps/map-source.ts'
import { readMap } from '../../../../games/crossfire/builtin/maps/read-map.ts'
import { readMapContent } from '../../../../games/crossfire/model/loading/map-reader.ts'
import { builtinMaps, canStand, reachableCells, spotKey, thingsAt } from '../scenarios/explore-all-maps.ts'

const exits = builtinMapHeaders.flatMap(({ id }) =>
  builtinMaps
    .get(id)!
    .things.flatMap((thing) =>
      thing.exit && thing.exit.map !== dungeonStairs.map
        ? [{ from: { map: id, ...thing }, to: thing.exit }]
        : [],
    ),
)

describe('[CF-12.1] every built-in map', () => {
  test('has a unique id', () => {
    expect(new Set(builtinMapHeaders.map(({ id }) => id)).size).toBe(builtinMapHeaders.length)
    expect(() => mapById('moon')).toThrow('there is no map moon')
  })
  test.each(builtinMapHeaders)('$id: it fits the limits of magicmap and other packets', ({ id }) => {
    const { width, height } = builtinMaps.get(id)!
    expect(Math.max(width, height)).toBeLessThanOrEqual(60)
  })
  test.each(builtinMapHeaders)('$id: each cell has one ground and at most one creature', ({ id }) => {
    const { things, width, height } = builtinMaps.get(id)!
    const counts = (layer: string) => {
      const cells = new Map<string, number>()
      for (const { id: kind, x, y } of things)
        if (archetypeById(kind).layer === layer) cells.set(`${x},${y}`, (cells.get(`${x},${y}`) ?? 0) + 1)
      return cells
    }
    expect(counts('floor').size).toBe(width * height)
    expect([...counts('floor').values(), ...counts('creature').values()].every((count) => count === 1)).toBe(
      true,
    )
  })
  test.each(builtinMapHeaders)('$id: every item and fixture is reachable', ({ id }) => {
    const lost = builtinMaps.get(id)!.things.filter(({ id: kind, x, y }) => {
      const { layer, traits } = archetypeById(kind)
      const matters =
        layer === 'item' || layer === 'creature' || traits.role === 'exit' || traits.role === 'lever'
      return matters && !canStand({ map: id, x, y })
    })
    expect(lost).toEqual([])
  })
  test.each(builtinMapHeaders)('$id: texts are plain and fit a packet of any client', ({ id }) => {
    for (const { text = '', name = '' } of builtinMaps
      .get(id)!
      .things.flatMap((thing) => [thing, ...(thing.inside ?? [])])) {
      expect(text).toMatch(/^[\n\x20-\x7e]*$/)
      expect(text.length).toBeLessThan(1000)
      expect(name).toMatch(/^[\x20-\x7e]{0,60}$/)
    }
  })
})

test("[CF-12.7] no monster is within five cells of the barrow's door, where new players arrive", () => {
  const [arrival] = exits.filter(({ from, to }) => from.map === 'town' && to.map === 'barrow')
  const { x, y } = arrival!.to
  const near = builtinMaps
    .get('barrow')!
    .things.filter((thing) => archetypeById(thing.id).layer === 'creature')
    .filter((thing) => Math.max(Math.abs(thing.x - x), Math.abs(thing.y - y)) <= 5)
  expect(near).toEqual([])
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
  test('an exit that works by applying leads to a cell with an exit, and an exit that works by stepping does not', () => {
    for (const { from, to } of exits) {
      const { traits } = archetypeById(from.id)
      const leadsToExit = thingsAt(to).some(({ exit }) => exit !== undefined)
      expect(leadsToExit, spotKey(from)).toBe(traits.role === 'exit' && traits.enters === 'apply')
    }
  })
})

describe('reachability from the start', () => {
  const reached = reachableCells()
  test('players can stand on the start position', () => expect(canStand(startingPosition)).toBe(true))
  test.each(builtinMapHeaders)('[CF-12.1] every place of $id is reachable', ({ id }) => {
    const { width, height } = builtinMaps.get(id)!
    const cells = Array.from({ length: width * height }, (_, cell) => ({
      map: id,
      x: cell % width,
      y: Math.floor(cell / width),
    }))
    expect(cells.filter((cell) => canStand(cell) && !reached.has(spotKey(cell))).map(spotKey)).toEqual([])
  })
  test('[CF-12.8] every lock has its key, every lever its gate and every gate its lever', () => {
    const things = builtinMapHeaders.flatMap(({ id }) =>
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

test('[CF-19.1] the trapdoor of the barrow leads down, and the stairs up lead to it', () => {
  const trapdoors = builtinMaps
    .get(dungeonTrapdoor.map)!
    .things.filter(({ exit }) => exit?.map === dungeonStairs.map)
  expect(trapdoors).toEqual([
    expect.objectContaining({ x: dungeonTrapdoor.x, y: dungeonTrapdoor.y, exit: dungeonStairs }),
  ])
})

describe('the text of a map', () => {
  const hut = (objects: string) =>
    `arch map\nname A hut\nwidth 3\nheight 1\ndarkness 2\npacketboat_floor dirt\nend\n${objects}`
  test('sets the header, the things in their order, and the ground of cells that set none', () => {
    const map = readMap('hut', hut('arch wall_stone\nend\narch rug\nx 2\nend\narch chair\nx 2\nend\n'))
    expect(map).toMatchObject({ id: 'hut', title: 'A hut', darkness: 2, width: 3, height: 1 })
    const { things } = readMapContent(map)
    expect(things.map(({ id, x }) => `${id} ${x}`)).toEqual([
      'dirt 0',
      'wall_stone 0',
      'dirt 1',
      'rug 2',
      'chair 2',
    ])
  })
  test('sets counts, names, texts, contents, exits, and the minutes until a thing returns', () => {
    const chest = 'arch chest\nname box\npacketboat_returns 5\narch coin_gold\nnrof 7\nend\nend\n'
    const sign = 'arch sign\nmsg\nOne line.\nAnother.\nendmsg\nend\n'
    const road = 'arch road\nslaying town\nhp 3\nsp 4\nend\n'
    expect(readMap('hut', hut(chest + sign + road)).placedAt(0, 0)).toEqual([
      { id: 'chest', name: 'box', returns: 5, inside: [{ id: 'coin_gold', count: 7 }] },
      { id: 'sign', text: 'One line.\nAnother.' },
      { id: 'road', exit: { map: 'town', x: 3, y: 4 } },
    ])
  })
  test('connects a lever with the gates that have its number', () => {
    const gates = 'arch gate_closed\nconnected 1\nx 1\nend\narch gate_closed\nconnected 2\nx 2\nend\n'
    const { things } = readMapContent(readMap('hut', hut(`arch lever\nconnected 1\nend\n${gates}`)))
    const linked = things.flatMap(({ id, links }) => (links ? [[id, links]] : []))
    expect(linked).toEqual([['lever', [{ x: 1, y: 0 }]]])
  })
  test.each([
    ['x 3', 'hut line 8: chair is at 3,0, outside of the map'],
    ['packetboat_retruns 5', 'hut line 8: chair has an unknown key packetboat_retruns'],
  ])('%s throws with file and line', (key, message) => {
    expect(() => readMap('hut', hut(`arch chair\n${key}\nend\n`))).toThrow(message)
  })
  test('cells have no ground if neither they nor the map set one', () => {
    const map: BuiltinMap = { ...readMap('hut', hut('')), floor: undefined }
    expect(readMapContent(map).things).toEqual([])
  })
  test.each<readonly [string, readonly MapPlacement[], string]>([
    ['an unknown archetype', [{ id: 'unicorn' }], 'there is no archetype unicorn'],
    [
      'a thing with unknown contents',
      [{ id: 'chest', inside: [{ id: 'moon' }] }],
      'there is no archetype moon',
    ],
  ])('%s throws', (_, placed, message) => {
    const map: BuiltinMap = { ...readMap('hut', hut('')), placedAt: () => placed }
    expect(() => readMapContent(map)).toThrow(message)
  })
})
