// [DM-9.4] [DM-9.7] [DM-9.8] [DM-9.9] Starts, walking and sight.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { DoorAndLiftPositions, Point } from '../../../../../games/doom-2077/map/level/level.ts'
import { assertProperty } from '../../../../property.ts'
import { arenaLevel as arena } from '../../match-harness.ts'
import {
  type BorderSpec,
  corridor,
  type RawMap,
  type RoomSpec,
  rawLevel,
  things as thingsOf,
} from './small-maps.ts'

const level = (rooms: readonly RoomSpec[], borders: readonly BorderSpec[] = []) =>
  rawLevel(corridor(rooms, borders))
const standing = (
  door: ReturnType<DoorAndLiftPositions['door']>,
  lift: ReturnType<DoorAndLiftPositions['lift']> = 'low',
): DoorAndLiftPositions => ({
  door: () => door,
  lift: () => lift,
})
const at = (x: number, y = 128, z = 41) => ({ x, y, z })

describe('[DM-9.4] starts', () => {
  const starts = (...things: RawMap['things']) => rawLevel({ ...corridor([{ floor: 16 }]), things }).spawns

  it('are the deathmatch starts, or otherwise the player starts, with the eyes 41 units above the floor', () => {
    const players = [1, 2, 3, 4, 3004].map((type) => [type * 9, 20, 90, type])
    expect(starts(...players.slice(0, 4), [99, 20, 90, 11])).toEqual([{ x: 99, y: 20, z: 57, angle: 270 }])
    expect(starts(...players).map(({ x }) => x)).toEqual([9, 18, 27, 36])
  })

  it('use clockwise angles on the wire', () => {
    const angles = [0, 45, 90, 180, 315, 360, -90, 450]
    const spawns = starts(...angles.map((angle) => [50, 50, angle, 11]))
    expect(spawns.map(({ angle }) => angle)).toEqual([0, 315, 270, 180, 45, 0, 90, 270])
  })

  it('without space are omitted with a warning', () => {
    const map = {
      ...corridor([{}, { ceiling: 50 }]),
      things: thingsOf('50,50,0,11 300,50,0,11 900,50,0,11'),
    }
    expect(rawLevel(map)).toMatchObject({
      spawns: [{ x: 50 }],
      warnings: ['2 starts lack headroom and are left out'],
    })
  })
})

describe('[DM-9.9] healing pickups', () => {
  it('are the health items of the middle difficulty that are in a sector', () => {
    const kinds = [2011, 2012, 2013, 2014, 2023, 83, 2015]
    const things = [
      [9, 9, 0, 11],
      ...kinds.map((type, i) => [10 * i + 10, 20, 0, type]),
      [5, 5, 0, 2012, 5],
      [999, 5, 0, 2012],
    ]
    expect(rawLevel({ ...corridor([{ floor: 8 }]), things }).pickups).toEqual([
      { x: 10, y: 20, floor: 8, gain: 10, max: 100 },
      { x: 20, y: 20, floor: 8, gain: 25, max: 100 },
      { x: 30, y: 20, floor: 8, gain: 100, max: 200 },
      { x: 40, y: 20, floor: 8, gain: 1, max: 200 },
      { x: 50, y: 20, floor: 8, gain: 100, max: 100 },
      { x: 60, y: 20, floor: 8, gain: 200, max: 200 },
    ])
  })
})

describe('[DM-9.7] walking', () => {
  it('goes up 24 units and down any height', () => {
    const stairs = level([{}, { floor: 24 }, { floor: 49, ceiling: 256 }])
    expect(stairs.isWalkable(at(200), at(300), stairs.atRest)).toBe(true)
    expect(stairs.isWalkable(at(400), at(600), stairs.atRest)).toBe(false)
    expect(stairs.isWalkable(at(600), at(400), stairs.atRest)).toBe(true)
  })

  it('needs 41 units of height, as in the original client', () => {
    const low = level([{}, { ceiling: 41 }, { ceiling: 40 }])
    expect(low.isWalkable(at(200), at(300), low.atRest)).toBe(true)
    expect(low.isWalkable(at(400), at(600), low.atRest)).toBe(false)
    expect(low.isWalkable(at(600), at(400), low.atRest)).toBe(true)
  })

  it('ends 2 units before walls; a player who is nearer may move away', () => {
    const { walkable, atRest } = bound(level([{}]))
    for (const outside of [at(300), at(-1), at(128, 300), at(-500, 128), at(1e15, -1e15)])
      expect(walkable(at(128), outside, atRest)).toBe(false)
    expect(walkable(at(128), at(253.9), atRest)).toBe(true)
    expect(walkable(at(128), at(254.1), atRest)).toBe(false)
    expect(walkable(at(255), at(255.5), atRest)).toBe(false)
    expect(walkable(at(255), at(254.5), atRest)).toBe(true)
    expect(walkable(at(254.5), at(254.5, 140), atRest)).toBe(true)
  })

  it('passes open and moving doors; a player can leave the sector of a closed door, but not enter it', () => {
    const { walkable, doors } = bound(
      level([{}, { width: 32, ceiling: 0 }, {}], [{ special: 1 }, { special: 1 }]),
    )
    expect(doors).toHaveLength(1)
    for (const door of ['open', 'moving'] as const)
      expect(walkable(at(200), at(400), standing(door))).toBe(true)
    expect(walkable(at(200), at(270), standing('closed'))).toBe(false)
    expect(walkable(at(270), at(200), standing('closed'))).toBe(true)
  })

  it('leads onto a lift that is down or moving, and off a lift that is up or moving', () => {
    const rooms = [{}, { floor: 96, ceiling: 256, tag: 1 }, { floor: 96, ceiling: 256 }]
    const { walkable } = bound(level(rooms, [{ special: 62, tag: 1 }]))
    const [below, on, above] = [at(200), at(300), at(600)]
    const may = (lift: 'high' | 'low' | 'moving') => [
      walkable(below, on, standing('open', lift)),
      walkable(on, above, standing('open', lift)),
      walkable(on, below, standing('open', lift)),
      walkable(above, on, standing('open', lift)),
    ]
    expect(may('low')).toEqual([true, false, true, true])
    expect(may('high')).toEqual([false, true, true, true])
    expect(may('moving')).toEqual([true, true, true, true])
  })

  it('uses the current floor and ceiling of a door or lift', () => {
    const rooms = [{}, { floor: 96, ceiling: 96, tag: 1 }, {}]
    const both = level(rooms, [{ special: 1 }, { special: 62, tag: 1 }])
    const heights = (door: 'open' | 'closed' | 'moving', lift: 'high' | 'low' | 'moving') => [
      both.floor(1, standing(door, lift)),
      both.ceiling(1, standing(door, lift)),
    ]
    expect([heights('closed', 'high'), heights('open', 'low'), heights('moving', 'moving')]).toEqual([
      [96, 96],
      [0, 128],
      [0, 128],
    ])
    expect([both.floor(0, both.atRest), both.ceiling(0, both.atRest)]).toEqual([0, 128])
    expect([both.floor(1, both.atRest), both.ceiling(1, both.atRest)]).toEqual([96, 96])
  })

  it('may cut a corner where MOVEs were lost, but only over a distance that the time allows', () => {
    const { reaches, atRest, walkable } = bound(arena)
    // Two points on both sides of a pillar of 64 by 64.
    const [here, there] = [at(-1072, 336), at(-1008, 240)]
    expect(walkable(here, there, atRest)).toBe(false)
    expect(reaches(here, there, atRest, 0)).toBe(false)
    expect(reaches(here, there, atRest, 60)).toBe(true)
    // A detour around the wall to the gallery takes more than 60 units.
    expect(reaches(at(360, 60), at(520, 200), atRest, 60)).toBe(false)
  })
})

describe('[DM-9.8] sight', () => {
  it('ends at walls and closed doors', () => {
    const { sees } = bound(level([{}, { width: 32, ceiling: 0 }, {}], [{ special: 1 }, { special: 1 }]))
    expect(sees(at(200), at(400), standing('closed'))).toBe(false)
    expect(sees(at(200), at(400), standing('open'))).toBe(true)
    expect(sees(at(200), at(400), standing('moving'))).toBe(true)
    expect(sees(at(200), at(600), standing('open'))).toBe(false)
  })

  it('passes over walls below the eyes of either player, and under walls above them', () => {
    const crate = level([{}, { width: 32, floor: 40 }, {}])
    expect(crate.isVisible(at(200), at(400), crate.atRest)).toBe(true)
    const wall = level([{}, { width: 32, floor: 42 }, {}])
    expect(wall.isVisible(at(200), at(400), wall.atRest)).toBe(false)
    expect(wall.isVisible(at(200, 128, 60), at(400), wall.atRest)).toBe(true)
    const beam = level([{}, { width: 32, ceiling: 100 }, {}])
    expect(beam.isVisible(at(200, 128, 110), at(400, 128, 120), beam.atRest)).toBe(false)
    expect(beam.isVisible(at(200, 128, 110), at(400), beam.atRest)).toBe(true)
  })

  it('includes a target behind a corner if a part of its width is not covered', () => {
    // The target is behind a pillar, beside its edge.
    const [shooter, target] = [at(-1040, 480), at(-1040, 160)]
    expect(arena.isVisible(shooter, target, arena.atRest)).toBe(false)
    expect(arena.isVisible(shooter, target, arena.atRest, 30)).toBe(false)
    expect(arena.isVisible(shooter, target, arena.atRest, 100)).toBe(true)
    expect(arena.isVisible(shooter, shooter, arena.atRest, 100)).toBe(true)
  })
})

describe('everywhere in the arena', () => {
  const place = fc
    .record({
      x: fc.integer({ min: -1_250_000, max: 1_250_000 }),
      y: fc.integer({ min: -920_000, max: 920_000 }),
    })
    .map(({ x, y }) => ({
      x: x / 1000,
      y: y / 1000,
      z: arena.sectorAt(x / 1000, y / 1000) === undefined ? 0 : 41,
    }))
  const states = fc.constantFrom(arena.atRest, standing('open', 'high'), standing('moving', 'moving'))

  /** Whether the line crosses a wall, computed without the level's grid. Touching a wall is not crossing it. */
  const crossesWall = (a: Point, b: Point) =>
    arena.lines.some(({ x1, y1, x2, y2, back }) => {
      const side = (p: Point, q: Point, x: number, y: number) =>
        Math.sign((q.x - p.x) * (y - p.y) - (q.y - p.y) * (x - p.x))
      const [start, end] = [
        { x: x1, y: y1 },
        { x: x2, y: y2 },
      ]
      const apart = side(start, end, a.x, a.y) * side(start, end, b.x, b.y)
      return back === undefined && apart < 0 && side(a, b, x1, y1) * side(a, b, x2, y2) < 0
    })

  it('nobody walks or sees through a one-sided line', () => {
    assertProperty(
      fc.property(place, place, states, (a, b, state) => {
        if (!crossesWall(a, b)) return
        expect(arena.isWalkable(a, b, state)).toBe(false)
        expect(arena.isVisible(a, b, state)).toBe(false)
      }),
      { numRuns: 2000 },
    )
  })

  it('players who walk from a start stay inside sectors', () => {
    const turns = fc.array(fc.tuple(fc.integer({ min: 0, max: 359 }), fc.integer({ min: 0, max: 300 })), {
      minLength: 50,
      maxLength: 300,
    })
    assertProperty(
      fc.property(fc.constantFrom(...arena.spawns), turns, (start, steps) => {
        let here: Point = start
        for (const [degrees, length] of steps) {
          const angle = (degrees * Math.PI) / 180
          const there = { x: here.x + length * Math.cos(angle), y: here.y + length * Math.sin(angle) }
          if (!arena.isReachable(here, there, standing('open', 'moving'), 40)) continue
          here = there
          expect(arena.sectorAt(here.x, here.y)).toBeDefined()
        }
      }),
      { numRuns: 100 },
    )
  })

  it('sight is the same from both ends', () => {
    assertProperty(
      fc.property(place, place, states, (a, b, state) => {
        expect(arena.isVisible(a, b, state)).toBe(arena.isVisible(b, a, state))
      }),
      { numRuns: 2000 },
    )
    // Points on the grid of the map, where rays meet corners and walls.
    const corner = fc.record({
      x: fc.integer({ min: -39, max: 39 }),
      y: fc.integer({ min: -28, max: 28 }),
      z: fc.constantFrom(41, 137),
    })
    const onGrid = corner.map(({ x, y, z }) => ({ x: x * 32, y: y * 32, z }))
    assertProperty(
      fc.property(onGrid, onGrid, (a, b) => {
        expect(arena.isVisible(a, b, arena.atRest)).toBe(arena.isVisible(b, a, arena.atRest))
      }),
      { numRuns: 2000 },
    )
  })
})

describe('a hostile map', () => {
  it('with the longest possible lines needs no more memory than others, and answers queries', () => {
    const far = 32_000
    const vertexes = Array.from(
      { length: 2000 },
      (_, i) => [i % 2 ? far : -far, (i % 1000) * 64 - far] as const,
    )
    const lines = Array.from({ length: 20_000 }, (_, i) => [i % 1999, (i % 1999) + 1, 4, 0, 0, 0, 0])
    const room = { ...corridor([{}]), vertexes, lines, things: [[0, 0, 0, 11]] }
    const crossed = rawLevel(room)
    expect(crossed.spawns).toHaveLength(1)
    expect(crossed.isWalkable(at(-30_000, -30_000), at(30_000, 30_000), crossed.atRest)).toBe(true)
  })
})

/** Methods of a level that are bound to it, so that tests can call them as functions. */
function bound(from: ReturnType<typeof level>) {
  return {
    doors: from.doors,
    atRest: from.atRest,
    walkable: from.isWalkable.bind(from),
    reaches: from.isReachable.bind(from),
    sees: from.isVisible.bind(from),
  }
}
