import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createGeometry, type Geometry } from '../../../../games/doom-2077/map/geometry.ts'
import { levelFromMapData } from '../../../../games/doom-2077/map/level/level.ts'
import { findTriggers } from '../../../../games/doom-2077/map/triggers.ts'
import { assertProperty } from '../../../property.ts'
import { arenaGeometry, arenaLevel, arenaLumps } from '../match-harness.ts'
import { corridor, type RawMap, rawLumps, readLumps } from './level/small-maps.ts'

const ours = JSON.parse(JSON.stringify(arenaGeometry)) as Geometry
const level = levelFromMapData(ours)

describe('[DM-9.15] the map for browser players', () => {
  it('equals the map that the rules use: starts, doors, lifts, pickups and walkable positions', () => {
    expect(level.spawns).toEqual(arenaLevel.spawns)
    expect([level.doors, level.lifts, level.pickups]).toEqual([
      arenaLevel.doors,
      arenaLevel.lifts,
      arenaLevel.pickups,
    ])
    for (const { x, y } of arenaLevel.spawns) expect(level.sectorAt(x, y)).toBe(arenaLevel.sectorAt(x, y))
  })

  it('contains surface names for the built-in map, but not for an uploaded map', () => {
    expect(ours.surfaces?.lines).toHaveLength(ours.lines.length)
    expect(new Set(ours.surfaces?.sectors.map(([floor]) => floor))).toContain('FLAT5_4')
    expect(JSON.stringify(createGeometry(arenaLumps, false))).not.toMatch(/STARTAN|FLAT5_4/)
  })

  it("has each sector's light, and whether it has a sky", () => {
    const dark = rawLumps(corridor([{}, {}]))
    const sectors = dark.find((lump) => lump.name === 'SECTORS')!.bytes
    sectors.set(new TextEncoder().encode('F_SKY1'), 26 + 12)
    const read = createGeometry(readLumps(dark), false)
    expect(read.sectors.map(({ light, sky }) => `${light} ${sky}`)).toEqual(['160 false', '160 true'])
  })
})

describe('[DM-6.1] triggers of doors and lifts', () => {
  const worked = findTriggers(ours, level.doors, level.lifts)
  const named = (by: string) =>
    new Set(
      worked.filter((one) => one.activation === by).flatMap(({ doors, lifts }) => [`d${doors}`, `l${lifts}`]),
    )

  it("in the arena are a door opened by hand, the vault's switch, and the lift moved by hand or by a step", () => {
    expect(named('hand')).toEqual(new Set(['d0', 'd1', 'd', 'l', 'l0']))
    expect(named('step')).toEqual(new Set(['d', 'l0']))
  })
})

describe("[DM-9.7] a client's movement", () => {
  const received = (map: RawMap) => levelFromMapData(createGeometry(readLumps(rawLumps(map)), false))

  it('is always accepted by the rules of the room, in every direction and over every distance', () => {
    const places = fc.constantFrom(...arenaLevel.spawns)
    const ways = fc.array(
      fc.tuple(fc.double({ min: -40, max: 40, noNaN: true }), fc.double({ min: -40, max: 40, noNaN: true })),
      { minLength: 1, maxLength: 30 },
    )
    assertProperty(
      fc.property(places, ways, (start, steps) => {
        let at: { readonly x: number; readonly y: number } = start
        for (const [x, y] of steps) {
          const to = level.slideAlongWalls(at, { x, y }, level.atRest)
          expect(Math.hypot(to.x - at.x, to.y - at.y)).toBeLessThan(60)
          expect(arenaLevel.isReachable(at, to, arenaLevel.atRest, 64)).toBe(true)
          at = to
        }
      }),
    )
  })

  it('stays twelve units from a wall, and slides along it', () => {
    const room = received(corridor([{}]))
    const at = room.slideAlongWalls({ x: 128, y: 128 }, { x: 60, y: 200 }, room.atRest)
    expect(at.y).toBeCloseTo(244, 6)
    expect(at.x).toBeGreaterThan(170)
  })

  it('goes up steps of at most 24 units, and down any height', () => {
    const room = received(corridor([{}, { floor: 24 }, { floor: 49 }]))
    expect(room.slideAlongWalls({ x: 250, y: 128 }, { x: 20, y: 0 }, room.atRest).x).toBeCloseTo(270)
    expect(room.slideAlongWalls({ x: 480, y: 128 }, { x: 60, y: 0 }, room.atRest).x).toBeCloseTo(500)
    expect(room.slideAlongWalls({ x: 530, y: 128 }, { x: -60, y: 0 }, room.atRest).x).toBeCloseTo(470)
  })
})
