// [DM-9.22] A missing texture is reported wherever its wall can be seen, also while a door or lift moves.
import { describe, expect, it } from 'vitest'
import { readMap } from '../../../../games/doom-2077/import/map-data.ts'
import { readSurfaces, type SideSurface } from '../../../../games/doom-2077/import/surfaces.ts'
import {
  describeMissingTextures,
  type MapWithMovers,
} from '../../../../games/doom-2077/map/missing-textures.ts'
import { arenaLevel, arenaLumps } from '../match-harness.ts'

const none: SideSurface = { x: 0, y: 0, upper: '-', lower: '-', middle: '-' }

function twoRooms(
  front: readonly [floor: number, ceiling: number],
  back: readonly [floor: number, ceiling: number],
  { sky = false, doors = [], lifts = [] }: Partial<MapWithMovers> & { readonly sky?: boolean } = {},
): MapWithMovers {
  const sectors = [front, back].map(([floor, ceiling]) => ({ floor, ceiling, tag: 0, light: 0, sky }))
  const line = { x1: 0, y1: 0, x2: 8, y2: 0, special: 0, tag: 0, front: 0, back: 1 }
  return { map: { name: 'MAP01', things: [], lines: [line], sectors }, doors, lifts }
}

const moves = { travelMs: 500, waitMs: 0, neverReturns: false } as const
const lift = { sector: 1, low: 0, high: 96, startsHigh: true, ...moves }
const door = { sector: 1, closed: 0, open: 128, startsOpen: true, ...moves }
const level = twoRooms([0, 128], [0, 128])
const [line] = level.map.lines
const oneSided = { ...level, map: { ...level.map, lines: [{ ...line!, back: undefined }] } }
const surfaces = { lines: [[none, none]], sectors: [], pegs: [0] } as const

describe('[DM-9.22] a wall without a texture', () => {
  it.each([
    ['a step up', twoRooms([0, 128], [24, 128]), ['lower texture on its front']],
    ['a step down', twoRooms([24, 128], [0, 128]), ['lower texture on its back']],
    ['a lower ceiling', twoRooms([0, 128], [0, 96]), ['upper texture on its front']],
    ['a lower ceiling under the sky', twoRooms([0, 128], [0, 96], { sky: true }), []],
    ['no difference', level, []],
    [
      'a lift that is level at rest',
      twoRooms([96, 224], [96, 224], { lifts: [lift] }),
      ['lower texture on its back'],
    ],
    [
      'a door that is open at rest',
      twoRooms([0, 128], [0, 128], { doors: [door] }),
      ['upper texture on its front'],
    ],
    ['a line with one side', oneSided, ['middle texture on its only']],
  ])('is found at %s, unless no texture is needed there', (_, map, missing) => {
    const texts = missing.map((part) => `line 0 has no ${part} side`)
    expect(describeMissingTextures(map, surfaces)).toEqual(texts)
  })

  it('does not exist in the arena', () => {
    const { doors, lifts } = arenaLevel
    const arena = { map: readMap(arenaLumps), doors, lifts }
    expect(describeMissingTextures(arena, readSurfaces(arenaLumps))).toEqual([])
  })
})
