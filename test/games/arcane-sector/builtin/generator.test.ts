import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { signpost } from '../../../../games/arcane-sector/builtin/generator/buildings/texts.ts'
import { generate } from '../../../../games/arcane-sector/builtin/generator/index.ts'
import { createIsland } from '../../../../games/arcane-sector/builtin/island/island.ts'
import { herbsGrowingAt } from '../../../../games/arcane-sector/items/herb-habitats.ts'
import type { ItemType } from '../../../../games/arcane-sector/items/items.ts'
import { defaultSeed } from '../../../../games/arcane-sector/options.ts'
import type { WorldMap } from '../../../../games/arcane-sector/state/records.ts'
import { directions, placeInDirection } from '../../../../games/arcane-sector/terrain/directions.ts'
import {
  firstIndoorRow,
  type Place,
  Terrain,
  terrainWidth,
  tileKinds,
} from '../../../../games/arcane-sector/terrain/terrain.ts'
import { sampleOf } from '../../../seeds.ts'
import { generatedWorld } from './worlds.ts'

/** Whether the client can draw a byte of text: as a letter, a colour or a line end. */
const isDrawn = (code: number) =>
  code === 10 || (code >= 0x0f && code <= 0x1f) || (code >= 0x20 && code <= 0x7d)
const cellOf = ({ x, y }: Place) => x + terrainWidth * y
const placeOf = (cell: number): Place => ({ x: cell % terrainWidth, y: Math.floor(cell / terrainWidth) })
const start = { x: 185, y: 428 }
const fromStart = ({ x, y }: Place) => Math.hypot(x - start.x, y - start.y)
const neighboursOf = (place: Place) =>
  Object.values(directions).map((direction) => placeInDirection(place, direction))
const digest = (...parts: (Uint8Array | string)[]) => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest('hex')
}

function itemsOf<T extends ItemType>({ items }: WorldMap, type: T) {
  return items.filter(({ item }) => item.type === type)
}

function doorGroups(map: WorldMap): Map<string, Place[]> {
  const groups = new Map<string, Place[]>()
  for (const { place, item } of map.items)
    if (item.type === 'door') groups.set(item.group, [...(groups.get(item.group) ?? []), place])
  return groups
}

/** [AS-3.7] Where a player arrives who enters a door of the group from `from`. */
function exitOf(map: WorldMap, group: string, from: Place): Place {
  const isBeside = (door: Place) => Math.abs(door.x - from.x) + Math.abs(door.y - from.y) === 1
  const door = doorGroups(map)
    .get(group)!
    .findLast((each) => !isBeside(each))!
  const ground = new Terrain(map.terrain)
  return neighboursOf(door).find(({ x, y }) => !ground.blocks(x, y))!
}

/** The cells that a player can reach on foot. `gate`: whether the secret passages are open. */
function onFoot(map: WorldMap, gate: 'open' | 'shut', from: Place = start): Set<number> {
  const terrain = new Terrain(map.terrain)
  const doors = new Map(
    itemsOf(map, 'door').map(({ place, item }) => [cellOf(place), item.type === 'door' ? item.group : '']),
  )
  const gates = new Set(itemsOf(map, 'blocker').map(({ place }) => cellOf(place)))
  const reached = new Set<number>()
  const reach = (cell: number) => {
    if (reached.has(cell) || (gate === 'shut' && gates.has(cell))) return
    if (!terrain.blocks(cell % terrainWidth, Math.floor(cell / terrainWidth))) reached.add(cell)
  }
  reach(cellOf(from))
  for (const cell of reached) {
    for (const next of [cell - 1, cell + 1, cell - terrainWidth, cell + terrainWidth]) {
      const group = doors.get(next)
      reach(group === undefined ? next : cellOf(exitOf(map, group, placeOf(cell))))
    }
  }
  return reached
}

describe('[AS-12.8] a seed', () => {
  it('always generates the same world', () => {
    const { terrain, variants, items, spawners, townsfolk } = generatedWorld(1)
    expect(generate(1)).toStrictEqual(generatedWorld(1))
    // A change of these digests changes every new room, so make it only on purpose.
    expect(digest(terrain)).toBe('7da493d53d2e9aca80d30e53cbf91f8ee3a9f30d8a4354ae1c64532d1c9ec9e1')
    expect(digest(variants)).toBe('ccc81f2ad5a6c635558a51b06623e37d7c6df5ee2facafec7f6cbf33a8eda6be')
    expect(digest(JSON.stringify([items, spawners, townsfolk]))).toBe(
      'ed5c7b2ed00180b0e89a8becb814f4781431ec2c1c55e0cd46bf5913eb029e5f',
    )
  })

  it('with a prebuilt island generates the same island (if not, run write-island.ts)', () => {
    expect(createIsland(defaultSeed)).toStrictEqual(generatedWorld(defaultSeed))
  })

  it('generates a world that differs from those of other seeds', () => {
    const all = [0, 1, 2].map((seed) => digest(generatedWorld(seed).terrain))
    expect(new Set(all).size).toBe(3)
  })
})

describe.each(sampleOf([1, 0, 2, 77, 4_294_967_295], 2))('the world of seed %i', (seed) => {
  const map = generatedWorld(seed)
  const { terrain } = map
  const ground = new Terrain(terrain)
  const surface = terrain.subarray(0, terrainWidth * firstIndoorRow)
  const open = onFoot(map, 'open')
  const count = (kind: number) => surface.reduce((sum, tile) => sum + (tile === kind ? 1 : 0), 0)

  it('[AS-12.8] is one island of at least 200 x 200 tiles, surrounded by sea as far as a client can see', () => {
    const isSea = (x: number, y: number) => ground.at(x, y) === tileKinds.water
    const ashore: string[] = []
    for (let n = 0; n < terrainWidth; n++)
      for (let edge = 0; edge < 25; edge++) {
        const [south, east] = [firstIndoorRow - 1 - edge, terrainWidth - 1 - edge]
        if (!isSea(n, edge) || !isSea(n, south) || !isSea(edge, n) || !isSea(east, n))
          ashore.push(`${n} ${edge}`)
      }
    expect(ashore).toEqual([])
    const land = [...surface.keys()].filter((cell) => surface[cell] !== tileKinds.water)
    const [xs, ys] = [
      land.map((cell) => cell % terrainWidth),
      land.map((cell) => Math.floor(cell / terrainWidth)),
    ]
    const span = (all: number[]) =>
      all.reduce((a, b) => Math.max(a, b)) - all.reduce((a, b) => Math.min(a, b))
    expect(Math.min(span(xs), span(ys))).toBeGreaterThan(200)
    const island = new Set([cellOf(start)])
    for (const cell of island)
      for (const next of [cell - 1, cell + 1, cell - terrainWidth, cell + terrainWidth])
        if (surface[next] !== tileKinds.water) island.add(next)
    expect(island.size).toBe(land.length)
    expect(land.length).toBeGreaterThan(80_000)
  })

  it('[AS-12.1] has a byte for each of 512 x 768 tiles, and no tile of the kind nothing in the outdoor rows', () => {
    expect([terrain.length, terrain.toSorted().at(-1)]).toEqual([393_216, 9])
    expect(terrain.subarray(0, terrainWidth * firstIndoorRow)).not.toContain(tileKinds.nothing)
  })

  it('[AS-12.8] has beaches, forests, mountains, roads and rock of sufficient size', () => {
    expect(count(tileKinds.sand)).toBeGreaterThan(4000)
    expect(count(tileKinds.forest)).toBeGreaterThan(12_000)
    expect(count(tileKinds.mountain)).toBeGreaterThan(5000)
    expect(count(tileKinds.dirt)).toBeGreaterThan(1000)
    expect(count(tileKinds.grass)).toBeGreaterThan(40_000)
    expect(new Set(terrain).size).toBe(10)
  })

  it('[AS-12.9] starts players facing west on a large green', () => {
    expect(map.start).toEqual({ ...start, facing: directions.west })
    expect(map.items.some(({ place }) => cellOf(place) === cellOf(start))).toBe(false)
    const tiles = (west: number, north: number, east: number, south: number) =>
      Array.from({ length: south - north + 1 }, (_, row) => start.y + north + row).flatMap((y) =>
        Array.from({ length: east - west + 1 }, (_, column) => ({ x: start.x + west + column, y })),
      )
    const isBlocked = ({ x, y }: Place) => ground.blocks(x, y)
    const green = tiles(-12, -12, 11, 11)
    expect([...green, ...tiles(-21, 0, 0, 19)].filter(isBlocked)).toEqual([])
    expect(green.filter(({ x, y }) => ground.at(x, y) === tileKinds.grass).length).toBeGreaterThan(500)
    expect(tiles(-24, -24, 24, 24).filter((tile) => !isBlocked(tile)).length).toBeGreaterThan(1800)
  })

  it('[AS-12.11] has doors in pairs: each door is in a wall with one free side, and one door of a pair is outside', () => {
    const groups = doorGroups(map)
    expect(groups.size).toBe(11)
    for (const [group, doors] of groups) {
      // The first door of the southern stair leads out of the strongroom.
      const pair = group === 'underway-south' ? doors.slice(1) : doors
      expect(
        pair.map(({ y }) => y >= firstIndoorRow),
        group,
      ).toEqual([false, true])
      for (const door of doors) {
        expect(ground.at(door.x, door.y), group).toBe(tileKinds.wall)
        expect(
          neighboursOf(door).filter(({ x, y }) => !ground.blocks(x, y)),
          group,
        ).toHaveLength(1)
      }
      const [front, back] = pair.map((door) => neighboursOf(door).find(({ x, y }) => !ground.blocks(x, y))!)
      expect([exitOf(map, group, front!), exitOf(map, group, back!)], group).toEqual([back, front])
    }
  })

  it('[AS-12.11] has an exit from the closed strongroom', () => {
    const key = itemsOf(map, 'gold_key')[0]!.place
    expect(onFoot(map, 'shut').has(cellOf(key))).toBe(false)
    expect(onFoot(map, 'shut', key).has(cellOf(start))).toBe(true)
  })

  it('[AS-12.11] has nine walled interiors: rock caves in rows 512 to 700, wooden houses south of them', () => {
    const kinds: number[] = []
    const beside = new Set<number | undefined>()
    const seen = new Set<number>()
    for (let cell = terrainWidth * firstIndoorRow; cell < terrain.length; cell++) {
      if (seen.has(cell) || ground.blocks(cell % terrainWidth, Math.floor(cell / terrainWidth))) continue
      const inside = new Set([cell])
      for (const each of inside) {
        seen.add(each)
        for (const next of [each - 1, each + 1, each - terrainWidth, each + terrainWidth]) {
          beside.add(terrain[next])
          if (!ground.blocks(next % terrainWidth, Math.floor(next / terrainWidth))) inside.add(next)
        }
      }
      const floors = new Set([...inside].map((each) => terrain[each]))
      const isCave = floors.has(tileKinds.rocky)
      const rows = [...inside].map((each) => Math.floor(each / terrainWidth))
      // The limit of row 700 applies to walls too, which are one row beyond the floors.
      if (isCave) expect(Math.max(...rows) + 1).toBeLessThanOrEqual(700)
      else expect(Math.min(...rows) - 1).toBeGreaterThan(700)
      expect([...floors].sort()).toEqual(
        isCave ? [tileKinds.rocky] : expect.arrayContaining([tileKinds.wood]),
      )
      kinds.push(isCave ? tileKinds.rocky : tileKinds.wood)
    }
    expect(beside).not.toContain(tileKinds.nothing)
    expect(kinds.filter((kind) => kind === tileKinds.wood)).toHaveLength(7)
    expect(kinds.filter((kind) => kind === tileKinds.rocky)).toHaveLength(2)
  })

  it('[AS-12.11] is reachable on foot, except for the strongroom behind its closed gate', () => {
    const walkable = [...terrain.keys()].filter(
      (cell) => !ground.blocks(cell % terrainWidth, Math.floor(cell / terrainWidth)),
    )
    const shut = onFoot(map, 'shut')
    expect(walkable.filter((cell) => !open.has(cell))).toEqual([])
    const guarded = walkable.filter((cell) => !shut.has(cell))
    expect(guarded.length).toBeGreaterThan(80)
    expect(guarded.length).toBeLessThan(300)
    const isGuarded = ({ place }: { place: Place }) => guarded.includes(cellOf(place))
    const treasure = map.items.filter(isGuarded).map(({ item }) => item.type)
    expect(treasure).toEqual(expect.arrayContaining(['gold_key', 'dagger', 'flask', 'blocker']))
    expect(map.spawners.filter(isGuarded).map(({ class: made }) => made)).toEqual([
      'teleport_ring',
      'teleport_ring',
    ])
    const levers = itemsOf(map, 'switch')
    expect(levers).toHaveLength(3)
    expect(levers.some(isGuarded)).toBe(false)
    const groups = [...levers, ...itemsOf(map, 'blocker')].map(({ item }) => 'group' in item && item.group)
    expect(new Set(groups).size).toBe(1)
  })

  it('[AS-12.10] spawns herbs, flasks and rings on reachable tiles, one per tile', () => {
    const made = (kind: string) => map.spawners.filter((spawner) => spawner.class === kind)
    expect(made('herb').length).toBeGreaterThanOrEqual(190)
    expect(made('herb').length).toBeLessThanOrEqual(228)
    expect([made('flask').length, made('teleport_ring').length]).toEqual([12, 4])
    expect(new Set(map.spawners.map(({ cooldown }) => cooldown))).toEqual(new Set([60]))
    expect(made('herb').filter(({ place }) => fromStart(place) <= 15).length).toBeGreaterThanOrEqual(20)
    const places = [...map.spawners, ...map.items].map(({ place }) => cellOf(place))
    expect(new Set(places).size).toBe(places.length)
    expect(map.spawners.filter(({ place }) => !open.has(cellOf(place)))).toEqual([])
    const things = map.items.filter(({ item }) => item.type !== 'door')
    expect(things.filter(({ place }) => !open.has(cellOf(place)))).toEqual([])
  })

  it('[AS-10.6] [AS-12.11] has only one locked door, the Fleet-master’s front door, and grows Kingsberry only behind this door', () => {
    const doors = itemsOf(map, 'door').filter(({ item }) => 'locked' in item && item.locked)
    expect(doors).toMatchObject([{ item: { group: 'fleet' } }])
    expect(doors[0]!.place.y).toBeLessThan(firstIndoorRow)
    const gardens = map.spawners.filter(
      ({ class: made, place }) => made === 'herb' && herbsGrowingAt(ground, place).includes(13),
    )
    expect(gardens).toHaveLength(5)
    const [, inside] = doorGroups(map).get('fleet')!
    const house = onFoot({ ...map, items: [] }, 'shut', placeInDirection(inside!, directions.north))
    for (const { place } of gardens) expect(house.has(cellOf(place))).toBe(true)
  })

  it('[AS-15.1] has the warden in view of the start, and the other townspeople in their houses', () => {
    const people = new Map(map.townsfolk!.map(({ role, place }) => [role, place]))
    expect([...people.keys()].sort()).toEqual(['apothecary', 'innkeeper', 'lightkeeper', 'warden'])
    const warden = people.get('warden')!
    // [AS-12.2] A new player faces west, and the client draws mobs up to three rows ahead and up to three tiles to each
    // side.
    expect([start.x - warden.x, Math.abs(start.y - warden.y)]).toEqual([3, 1])
    for (const [role, place] of people) {
      expect(ground.blocks(place.x, place.y), role).toBe(false)
      expect(
        map.items.some((item) => cellOf(item.place) === cellOf(place)),
        role,
      ).toBe(false)
      if (role !== 'warden') expect(ground.at(place.x, place.y), role).toBe(tileKinds.wood)
    }
  })

  it('[AS-12.12] has every spell on a scroll and on a stone', () => {
    const texts = (type: 'scroll' | 'sign') =>
      itemsOf(map, type).map(({ item }) => ('text' in item ? item.text : ''))
    for (const spell of ['\xffJ\xffZ', '\xffQ\xffQ\xffQ', '\xffv\xffw\xffx\xffy'])
      for (const type of ['scroll', 'sign'] as const)
        expect(texts(type).filter((text) => text.includes(spell)).length, spell).toBeGreaterThan(0)
    expect(itemsOf(map, 'dagger').length).toBeGreaterThanOrEqual(3)
    expect(itemsOf(map, 'lamppost').length).toBeGreaterThan(10)
  })

  it('[AS-1.7] has only texts that the client can draw in a line or two', () => {
    for (const { item } of map.items) {
      if (!('text' in item)) continue
      const plain = item.text.replace(/\xff[@-\x7f]/g, '')
      expect([...plain].filter((letter) => !isDrawn(letter.charCodeAt(0)))).toEqual([])
      expect(item.text.length).toBeLessThan(250)
      expect(item.text).not.toBe('')
    }
  })
})

describe('a signpost', () => {
  it.each([
    [0, -9, 'North'],
    [4, -9, 'North'],
    [9, -9, 'North-east'],
    [9, 1, 'East'],
    [9, 8, 'South-east'],
    [0, 5, 'South'],
    [-6, 9, 'South-west'],
    [-9, 0, 'West'],
    [-5, -6, 'North-west'],
  ])('names the direction of a target %i tiles east and %i tiles south: %s', (dx, dy, said) => {
    expect(signpost({ x: 50, y: 60 }, [{ name: 'the Inn', x: 50 + dx, y: 60 + dy }])).toBe(
      `\n${said}: \x13the Inn\x0f`,
    )
  })

  it('has one line per target, after an empty line', () => {
    const targets = [0, 9].map((x) => ({ name: 'the Inn', x, y: 0 }))
    expect(signpost({ x: 5, y: 0 }, targets).split('\n')).toHaveLength(3)
  })
})
