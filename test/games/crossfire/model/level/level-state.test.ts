import { beforeEach, describe, expect, it } from 'vitest'
import { builtinFaces, faceNumberOf } from '../../../../../games/crossfire/builtin/pictures/face-table.ts'
import { removeThing } from '../../../../../games/crossfire/model/things/move-things.ts'
import { maxPilesPerCell } from '../../../../../games/crossfire/model/things/thing.ts'
import { gameDayMs, gameHourMs } from '../../../../../games/crossfire/model/time/time-of-day.ts'
import { differOnlyInCells, levelDarkness } from '../../../../../games/crossfire/model/view/player-view.ts'
import { type RecordingListener, Yard } from '../../harness/small-maps.ts'

let yard: Yard
let ann: RecordingListener
beforeEach(() => {
  yard = new Yard()
  ann = yard.join('Ann')
})
const level = () => ann.player.level!
const names = (x: number, y: number) =>
  level()
    .visibleFacesAt(x, y)
    .map(({ layer, face }) => `${layer} ${builtinFaces[face - 1]!.name}`)

describe('a cell', () => {
  it('[CF-12.5] stacks ground, fixtures, items and creatures from the bottom up', () => {
    yard.lay(ann, 'sword', 1, 3, 6)
    yard.stand(ann, 3, 6)
    expect(
      level()
        .thingsAt(3, 6)
        .map(({ archetype }) => archetype.id),
    ).toEqual(['grass', 'stairs_down', 'sword'])
    expect(names(3, 6)).toEqual(['7 fighter_south.111', '5 sword.111', '3 stairs_down.111', '0 grass.111'])
  })

  it('[CF-5.6] shows its two topmost items, with the topmost item above the other', () => {
    for (const id of ['sword', 'apple', 'bread']) yard.lay(ann, id, 1, 9, 9)
    expect(names(9, 9)).toEqual(['5 bread.111', '4 apple.111', '0 grass.111'])
  })

  it('[CF-12.2] joins the pictures of adjacent walls', () => {
    expect(names(0, 0)).toEqual([
      `2 ${builtinFaces[level().visibleFacesAt(0, 0)[0]!.face - 1]!.name}`,
      '0 grass.111',
    ])
    expect(level().visibleFacesAt(0, 0)[0]!.face).not.toBe(level().visibleFacesAt(4, 0)[0]!.face)
  })

  it('blocks movement if it has a wall or no ground, or is outside the map', () => {
    expect([
      level().blocksMovement(0, 0),
      level().blocksMovement(5, 18),
      level().blocksMovement(-1, 3),
      level().blocksMovement(9, 9),
    ]).toEqual([true, true, true, false])
    expect([level().blocksView(0, 0), level().blocksView(5, 18), level().blocksView(9, 9)]).toEqual([
      true,
      true,
      false,
    ])
  })

  it('[CF-16.4] holds up to fifty piles', () => {
    for (let n = 0; n < maxPilesPerCell; n++) yard.lay(ann, 'sword', 1, 9, 9)
    expect([level().hasRoomForPile(9, 9), level().hasRoomForPile(9, 10)]).toEqual([false, true])
  })

  it('[CF-7.14] shows a chest as open while a player has it open', () => {
    yard.stand(ann, 2, 12)
    yard.type(ann, 'apply chest')
    yard.type(ann, 'apply')
    expect(level().visibleFacesAt(2, 12)[1]!.face).toBe(faceNumberOf('chest_open.111'))
    yard.walk(ann, 'e')
    expect(level().visibleFacesAt(2, 12)[0]!.face).toBe(faceNumberOf('chest_closed.111'))
  })
})

describe('revision stamps', () => {
  it('[CF-12.5] change for the level and for the changed cell only', () => {
    const [before, other] = [level().revisionAt(9, 9), level().revisionAt(8, 8)]
    const sword = yard.lay(ann, 'sword', 1, 9, 9)
    expect(level().revisionAt(9, 9)).toBe(level().revision)
    expect(level().revisionAt(9, 9)).toBeGreaterThan(before)
    const then = level().revision
    removeThing(sword)
    expect(level().revisionAt(9, 9)).toBeGreaterThan(then)
    expect(level().revisionAt(8, 8)).toBe(other)
  })

  it('[CF-12.5] an unchanged cell returns the same array of faces', () => {
    const stack = level().visibleFacesAt(9, 9)
    yard.lay(ann, 'sword', 1, 9, 8)
    expect(level().visibleFacesAt(9, 9)).toBe(stack)
    yard.lay(ann, 'sword', 1, 9, 9)
    expect(level().visibleFacesAt(9, 9)).not.toBe(stack)
  })
})

describe('the view', () => {
  const sees = (dx: number, dy: number) => yard.world.viewOf(ann.player).cellAt(dx, dy) !== undefined

  it('[CF-5.8] ends at walls and closed doors, which are visible themselves', () => {
    yard.stand(ann, 2, 2)
    expect([sees(1, 0), sees(2, 0), sees(1, -1), sees(2, -1), sees(1, -2)]).toEqual([
      true,
      false,
      true,
      false,
      true,
    ])
    yard.type(ann, 'northeast')
    yard.stand(ann, 2, 1)
    expect([sees(1, 0), sees(2, 0)]).toEqual([true, true])
  })

  it('[CF-5.8] is empty outside the map and where there is no ground', () => {
    yard.stand(ann, 19, 17)
    expect([sees(0, 0), sees(1, 0), sees(0, 1), sees(-1, 0)]).toEqual([true, false, false, true])
  })

  it('[CF-5.8] reaches every cell in open terrain', () => {
    yard.stand(ann, 10, 11)
    const cells = [...Array(9).keys()].flatMap((y) => [...Array(17).keys()].map((x) => sees(x - 8, y - 4)))
    expect(cells.every((seen) => seen)).toBe(true)
  })

  it('[CF-5.9] is dark without a lamp, and follows the light that the player carries', () => {
    yard.stand(ann, 3, 7)
    yard.walk(ann, 'n')
    yard.type(ann, 'apply')
    expect(level().name).toBe('cellar')
    const darkness = (dx: number, dy: number) => yard.world.viewOf(ann.player).cellAt(dx, dy)!.darkness
    expect([darkness(0, 1), darkness(4, 0)]).toEqual([160, 0])
    const before = yard.world.viewOf(ann.player)
    ann.player.effects.set('light', { endsAt: 1e15, strength: 4 })
    ann.player.markInventoryChanged()
    expect(darkness(0, 1)).toBe(64)
    expect(differOnlyInCells(yard.world.viewOf(ann.player), before)).toBe(false)
  })

  it('[CF-5.9] follows the time of day outdoors', () => {
    const noon = Math.floor(yard.now / gameDayMs) * gameDayMs + 12 * gameHourMs
    const openSky = { plan: { ...level().plan, darkness: undefined }, extraDarkness: 0 }
    expect([levelDarkness(openSky, noon), levelDarkness(openSky, noon + 12 * gameHourMs)]).toEqual([0, 3])
    expect(levelDarkness({ plan: { ...level().plan, darkness: 4 }, extraDarkness: 0 }, noon)).toBe(4)
  })
})

describe('the magic map', () => {
  it('[CF-11.5] shows the terrain through walls, and the player’s position', () => {
    yard.stand(ann, 2, 2)
    yard.type(ann, 'magicmap')
    const [map] = ann.maps
    expect(map).toMatchObject({ width: 20, height: 19, x: 2, y: 2 })
    const grass = builtinFaces[faceNumberOf('grass.111') - 1]!.colour.magic
    expect([map!.cells[2 + 20 * 2], map!.cells[0]! & 0x40, map!.cells[5 + 20 * 18]]).toEqual([
      grass | 0x80,
      0x40,
      0,
    ])
  })
})
