import { describe, expect, test } from 'vitest'
import { itemBits, statusNumbers } from '../../../../games/soaprun/players/player.ts'
import { colourAt, expectCompletePicture, isSame } from '../../pictures.ts'
import { canvasTile, type Place, SmallWorld, unit } from '../small-world.ts'

/**
 * The field has 61x46 tiles of 6 pixels each, and is centred in the picture. The picture contains only half of the
 * first and of the last row, but all columns.
 */
const size = 6
const [left, top] = [57, -3]
const tilesOf =
  (world: SmallWorld) =>
  (x: number, y: number, dx = 3, dy = 3) =>
    colourAt(world.world.drawPicture(), left + x * size + dx, top + y * size + dy)

const green = 0x3fc06a
const gold = 0xffd75e

describe('[SR-4.17] the picture', () => {
  test('has the standard size for any map size', () => {
    for (const [width, height] of ['41x31', '61x46', '320x240', '61x240'].map((size) =>
      size.split('x').map(Number),
    )) {
      const small = new SmallWorld([unit('Chase', 31, 22)], { width: width!, height: height! })
      small.enter()
      expectCompletePicture(() => small.world.drawPicture())
    }
  })

  test('shows walls, floor, water and painted tiles in different colours', () => {
    const small = new SmallWorld([], {
      tiles: { 8: '20,20', [canvasTile]: '30,22', [canvasTile + 1]: '24,20', 1: '26,20', [2 | 16]: '28,20' },
    })
    const bare = tilesOf(small)
    const colours = [bare(20, 20), bare(22, 20), bare(24, 20), bare(26, 20), bare(28, 20)]
    expect(new Set(colours).size).toBe(5)
    // Outside the map the picture has the colour of walls.
    expect(colourAt(small.world.drawPicture(), 0, 0)).toBe(bare(26, 20))
    const player = small.enter()
    expect(small.world.draw(player, [player.place], 30, 22, canvasTile + 1)).toBe(true)
    small.put(player, [40, 30])
    expect(tilesOf(small)(30, 22)).toBe(bare(24, 20))
  })

  test('shows players in their colours, but not before their first move', () => {
    const small = new SmallWorld()
    const bare = small.world.drawPicture()
    small.world.join()
    expect(isSame(small.world.drawPicture(), bare)).toBe(true)
    const player = small.enter([12, 34])
    player.color = 0
    expect(tilesOf(small)(12, 34)).toBe(green)
    player.items = itemBits.crown
    expect(tilesOf(small)(12, 34)).toBe(gold)
    player.status = statusNumbers.ghost
    expect(tilesOf(small)(12, 34, 3, 7)).not.toBe(green)
    small.world.leave(player)
    expect(isSame(small.world.drawPicture(), bare)).toBe(true)
  })

  test('shows the active units at their positions', () => {
    const place: Place = [12, 34]
    const small = new SmallWorld([unit('Sword', ...place)])
    const bare = new SmallWorld()
    expect(tilesOf(small)(...place)).not.toBe(tilesOf(bare)(...place))
    const player = small.enter(place)
    expect(small.touch(player, 0)).toBe(true)
    small.put(player, [40, 40])
    expect(tilesOf(small)(...place)).toBe(tilesOf(bare)(...place))
  })
})
