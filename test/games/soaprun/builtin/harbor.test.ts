import { describe, expect, it } from 'vitest'
import {
  adjacentOffsets,
  Board,
  type BoardPoint,
  cellAttributes,
  isCanvas,
  isPainted,
  playerSpawn,
  roomStride,
  switchesOf,
  type UnitType,
  unitTypeNames,
} from '../../../../games/soaprun/board/board.ts'
import { createHarborMap } from '../../../../games/soaprun/builtin/harbor.ts'
import { tileByCharacter } from '../../../../games/soaprun/import/text-map.ts'

const map = createHarborMap()
const board = new Board(map.width, map.height, map.tiles, map.attributes)
const { free, noUnits } = cellAttributes
const onFoot: readonly number[] = [free, noUnits]
const withShield = [free]
const key = ({ x, y }: BoardPoint) => `${x},${y}`
const all = (type: UnitType) => map.units.filter((unit) => unit.type === type)
const flames = map.units.filter(({ type }) => ['Hummer', 'Rounder', 'Gate', 'Cross'].includes(type))
const near = (a: BoardPoint, b: BoardPoint, reach: number) =>
  Math.abs(a.x - b.x) <= reach && Math.abs(a.y - b.y) <= reach

/** For every place that is reachable from `start` over tiles with these attributes, the number of steps. */
function steps(
  start: BoardPoint,
  passable: readonly number[],
  avoided: (place: BoardPoint) => boolean = () => false,
) {
  const found = new Map([[key(start), 0]])
  const queue = [start]
  for (const place of queue) {
    for (const { x, y } of adjacentOffsets) {
      const next = { x: place.x + x, y: place.y + y }
      if (found.has(key(next)) || !passable.includes(board.attribute(next.x, next.y)) || avoided(next))
        continue
      found.set(key(next), found.get(key(place))! + 1)
      queue.push(next)
    }
  }
  return found
}

const fromSpawn = steps(playerSpawn, onFoot)

describe('the harbor', () => {
  it('consists of exactly 6x6 rooms', () => {
    expect([map.width, map.height]).toEqual([6 * roomStride.x + 1, 6 * roomStride.y + 1])
    expect(map.tiles).toHaveLength(map.width * map.height)
  })

  it('has no room that is all wall', () => {
    for (let y = 0; y < 6; y++)
      for (let x = 0; x < 6; x++) expect(board.room(x, y).some((tile) => tile !== 1)).toBe(true)
  })

  it('is enclosed by walls at the edges of the map', () => {
    for (let x = 0; x < map.width; x++)
      expect([board.attribute(x, 0), board.attribute(x, 90)]).toEqual([1, 1])
    for (let y = 0; y < map.height; y++)
      expect([board.attribute(0, y), board.attribute(120, y)]).toEqual([1, 1])
  })

  it('has every unit type, and no more units than a client supports', () => {
    expect(new Set(map.units.map((unit) => unit.type))).toEqual(new Set(unitTypeNames))
    expect(map.units.length).toBeLessThanOrEqual(64)
  })

  it('has no unit in a wall or on top of another', () => {
    for (const unit of map.units) expect([unit, board.attribute(unit.x, unit.y)]).toEqual([unit, free])
    expect(new Set(map.units.map(key)).size).toBe(map.units.length)
  })

  it('starts players on safe floor in a room without enemies, with space to the east', () => {
    expect(board.tile(playerSpawn.x, playerSpawn.y)).toBe(4)
    expect(onFoot).toContain(board.attribute(31, 22))
    const inRoom = map.units.filter(({ x, y }) => x >= 20 && x <= 40 && y >= 15 && y <= 30)
    expect(inRoom).toEqual([])
  })

  it('has blank canvas within two steps of the spawn, and painted canvas at other places', () => {
    for (const [x, y] of [
      [30, 24],
      [31, 23],
    ] as const)
      expect([isCanvas(board.tile(x, y)), fromSpawn.get(`${x},${y}`)]).toEqual([true, 2])
    expect(map.tiles.filter(isPainted).length).toBeGreaterThan(10)
    expect(map.tiles.filter(isCanvas).length).toBeGreaterThan(300)
  })

  it('has walkable paths to both goals and every sword, shield, snail, gate and cross', () => {
    const sought: UnitType[] = ['Goal', 'Sword', 'Shield', 'Snail', 'Gate', 'Cross']
    for (const unit of map.units) if (sought.includes(unit.type)) expect(fromSpawn.has(key(unit))).toBe(true)
    expect(all('Goal')).toHaveLength(2)
  })

  it('has a long path to the lighthouse that no flame reaches', () => {
    const safe = steps(playerSpawn, onFoot, (place) => flames.some((flame) => near(place, flame, 1)))
    const lighthouse = all('Goal').find((goal) => goal.x > 100)!
    expect(safe.get(key(lighthouse))).toBeGreaterThan(200)
  })

  it('blocks shield holders on the path without flames, so that they must pass flames', () => {
    const chapel = all('Shield').find((shield) => near(shield, { x: 90, y: 21 }, 0))!
    const lighthouse = all('Goal').find((goal) => goal.x > 100)!
    const carried = steps(chapel, withShield)
    expect(carried.has(key(lighthouse))).toBe(true)
    const unlit = steps(chapel, withShield, (place) => flames.some((flame) => near(place, flame, 1)))
    expect(unlit.has(key(lighthouse))).toBe(false)
  })

  it('has a gate with three reachable switches as the only way to the berth', () => {
    const [gate] = all('Gate')
    const switches = switchesOf(gate!)
    expect(switches).toHaveLength(3)
    for (const place of switches) {
      expect(board.tile(place.x, place.y)).toBe(tileByCharacter['+'])
      expect(fromSpawn.has(key(place))).toBe(true)
    }
    const shut = steps(playerSpawn, onFoot, (place) => key(place) === key(gate!))
    const berth = all('Goal').find((goal) => goal.x < 100)!
    expect(shut.has(key(berth))).toBe(false)
    expect(fromSpawn.has(key(berth))).toBe(true)
  })

  it('has units of type Chase in kennels that these units can leave and players cannot enter', () => {
    const penned = all('Chase').filter((chase) => !fromSpawn.has(key(chase)))
    expect(penned).toHaveLength(2)
    for (const chase of penned) {
      const out = steps(chase, [free, cellAttributes.noPlayers])
      expect([...out.keys()].some((place) => fromSpawn.has(place))).toBe(true)
    }
  })

  it('lets each snail reach more than 50 tiles within 60 steps, and one snail the home of a Closer', () => {
    for (const snail of all('Snail')) {
      const ground = steps(snail, [free])
      const corpses = [...ground].filter(([, distance]) => distance < 60)
      expect(corpses.length).toBeGreaterThan(50)
    }
    const garden = steps(all('Snail')[0]!, [free])
    expect(all('Closer').some((closer) => garden.has(key(closer)))).toBe(true)
  })

  it('has open tiles on both sides of every open cell on a room edge', () => {
    const closed = (x: number, y: number) => !onFoot.includes(board.attribute(x, y))
    for (let y = 1; y < map.height - 1; y++) {
      for (let x = 1; x < map.width - 1; x++) {
        if (closed(x, y)) continue
        if (x % roomStride.x === 0)
          expect([x, y, closed(x - 1, y) || closed(x + 1, y)]).toEqual([x, y, false])
        if (y % roomStride.y === 0)
          expect([x, y, closed(x, y - 1) || closed(x, y + 1)]).toEqual([x, y, false])
      }
    }
  })

  it('has no safe floor next to a room edge, so that shield holders can cross every edge', () => {
    for (let y = 1; y < map.height - 1; y++) {
      for (let x = 1; x < map.width - 1; x++) {
        const crossing = [-1, 0, 1].some((d) => (x + d) % roomStride.x === 0 || (y + d) % roomStride.y === 0)
        if (crossing) expect([x, y, board.attribute(x, y)]).not.toEqual([x, y, noUnits])
      }
    }
  })

  it('has walls at the corners of all rooms', () => {
    for (let y = 0; y < map.height; y += roomStride.y) {
      for (let x = 0; x < map.width; x += roomStride.x)
        expect(board.attribute(x, y)).toBe(cellAttributes.wall)
    }
  })
})
