// [DM-9.22] A missing texture is reported wherever its wall can be seen, also while a door or lift moves.
import { describe, expect, it } from 'vitest'
import { arenaMap, arenaWad } from '../../../../games/doom-2077/builtin/arena/arena.ts'
import { type MapData, readMap } from '../../../../games/doom-2077/import/map-data.ts'
import { readSurfaces, type SideSurface } from '../../../../games/doom-2077/import/surfaces.ts'
import { findMaps, readWad } from '../../../../games/doom-2077/import/wad.ts'
import { parseLevel } from '../../../../games/doom-2077/map/level/level.ts'
import { describeMissingTextures } from '../../../../games/doom-2077/map/missing-textures.ts'

const none: SideSurface = { x: 0, y: 0, upper: '-', lower: '-', middle: '-' }

function twoRooms(
  front: readonly [floor: number, ceiling: number],
  back: readonly [floor: number, ceiling: number],
  sky = false,
): MapData {
  const sectors = [front, back].map(([floor, ceiling]) => ({ floor, ceiling, tag: 0, light: 0, sky }))
  const line = { x1: 0, y1: 0, x2: 8, y2: 0, special: 0, tag: 0, front: 0, back: 1 }
  return { name: 'MAP01', things: [], lines: [line], sectors }
}

const moves = { travelMs: 500, waitMs: 0, neverReturns: false } as const
const surfaces = { lines: [[none, none]], sectors: [], pegs: [0] } as const

describe('[DM-9.22] a wall without a texture', () => {
  it.each([
    ['a step up', twoRooms([0, 128], [24, 128]), ['lower texture on its front']],
    ['a step down', twoRooms([24, 128], [0, 128]), ['lower texture on its back']],
    ['a lower ceiling', twoRooms([0, 128], [0, 96]), ['upper texture on its front']],
    ['a lower ceiling under the sky', twoRooms([0, 128], [0, 96], true), []],
    ['no difference', twoRooms([0, 128], [0, 128]), []],
  ])('is found at %s, unless no texture is needed there', (_, map, missing) => {
    const texts = missing.map((part) => `line 0 has no ${part} side`)
    expect(describeMissingTextures({ map, doors: [], lifts: [] }, surfaces)).toEqual(texts)
  })

  it('is found beside a lift that is level at rest', () => {
    const lift = { sector: 1, low: 0, high: 96, startsHigh: true, ...moves }
    expect(
      describeMissingTextures({ map: twoRooms([96, 224], [96, 224]), doors: [], lifts: [lift] }, surfaces),
    ).toEqual(['line 0 has no lower texture on its back side'])
  })

  it('is found beside a door that is open at rest', () => {
    const door = { sector: 1, closed: 0, open: 128, startsOpen: true, ...moves }
    expect(
      describeMissingTextures({ map: twoRooms([0, 128], [0, 128]), doors: [door], lifts: [] }, surfaces),
    ).toEqual(['line 0 has no upper texture on its front side'])
  })

  it('is found on a line with one side', () => {
    const map = twoRooms([0, 128], [0, 128])
    const outer = { ...map, lines: [{ ...map.lines[0]!, back: undefined }] }
    expect(
      describeMissingTextures({ map: outer, doors: [], lifts: [] }, { ...surfaces, lines: [[none]] }),
    ).toEqual(['line 0 has no middle texture on its only side'])
  })

  it('does not exist in the arena', () => {
    const lumps = findMaps(readWad(arenaWad())).get(arenaMap)!
    const { doors, lifts } = parseLevel(arenaWad(), arenaMap)
    expect(describeMissingTextures({ map: readMap(lumps), doors, lifts }, readSurfaces(lumps))).toEqual([])
  })
})
