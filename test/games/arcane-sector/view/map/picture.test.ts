import { describe, expect, test } from 'vitest'
import { terrainHeight, terrainWidth, tileKinds } from '../../../../../games/arcane-sector/terrain/terrain.ts'
import { pictureRowOf } from '../../../../../games/arcane-sector/view/map/landscape.ts'
import { drawIsland } from '../../../../../games/arcane-sector/view/map/picture.ts'
import { pictureSize } from '../../../../../games/picture.ts'
import { Canvas } from '../../../../../games/shared/canvas.ts'
import { colourAt, countOf, expectCompletePicture, isSame } from '../../../pictures.ts'
import { at, caveArea, door, island, placedItems, SmallWorld } from '../../harness/small-world.ts'

const canvas = new Canvas(0)
const pixelOf = (x: number, y: number) => [x - 16, pictureRowOf(canvas, y)] as const
const person = 0xffb52e
const grass = 0x7fae54
const deep = 0x2a618c

describe('[AS-12.13] the picture', () => {
  test('shows the land and the sea around it', () => {
    const small = new SmallWorld()
    expectCompletePicture(() => small.world.drawPicture())
    const picture = small.world.drawPicture()
    const { left, right, top, bottom } = island
    for (const [x, y] of [
      [left + 1, top + 2],
      [right - 1, top + 2],
      [left + 1, bottom - 1],
    ] as const)
      expect([grass, 0x71a04b]).toContain(colourAt(picture, ...pixelOf(x, y)))
    const shallow = colourAt(picture, ...pixelOf(left - 2, 440))
    expect(shallow).not.toBe(deep)
    for (const [x, y] of [
      [20, 20],
      [490, 300],
      [left - 40, 440],
    ] as const)
      expect(colourAt(picture, ...pixelOf(x, y))).toBe(deep)
  })

  test('shows upright items, which hide everything behind them', () => {
    const terrain = new Uint8Array(terrainWidth * terrainHeight).fill(tileKinds.grass)
    const looks = new Uint8Array(terrainWidth * terrainHeight).fill(255)
    const bare = drawIsland({ kinds: terrain.slice(), looks }, [], at(10, 600))
    const [mountain, behind] = [at(200, 300), at(200, 280)]
    terrain[mountain.x + terrainWidth * mountain.y] = tileKinds.mountain
    const lamps = [behind, at(100, 280)]
    const picture = drawIsland({ kinds: terrain, looks }, lamps, at(10, 600))
    expect(colourAt(bare, ...pixelOf(behind.x, behind.y))).toBe(grass)
    expect(colourAt(picture, ...pixelOf(behind.x, behind.y))).not.toBe(grass)
    expect(countOf(picture, 0xffd873)).toBe(1)
  })

  test('shows exactly the connected players at their positions', () => {
    const small = new SmallWorld()
    const bare = small.world.drawPicture()
    const ann = small.join(1, at(200, 430))
    const bob = small.join(2, at(170, 410))
    const picture = small.world.drawPicture()
    for (const [x, y] of [
      [200, 430],
      [170, 410],
    ] as const) {
      const [column, row] = pixelOf(x, y)
      expect(colourAt(picture, column, row - 6)).toBe(person)
    }
    ann.walk('NN')
    expect(isSame(small.world.drawPicture(), picture)).toBe(false)
    bob.leave()
    ann.leave()
    expect(isSame(small.world.drawPicture(), bare)).toBe(true)
  })

  test('shows indoor players at the door of their building, and hides players in buildings without a door', () => {
    const [within, outer] = [at(caveArea.left + 1, caveArea.top), at(180, 440)]
    const items = [...placedItems(within, door('hollow')), ...placedItems(outer, door('hollow'))]
    const small = new SmallWorld({ items })
    small.join(1, at(caveArea.left + 4, caveArea.top + 4))
    const [column, row] = pixelOf(outer.x, outer.y)
    expect(colourAt(small.world.drawPicture(), column, row - 6)).toBe(person)
    const sealed = new SmallWorld()
    sealed.join(1, at(caveArea.left + 4, caveArea.top + 4))
    expect(countOf(sealed.world.drawPicture(), person)).toBe(0)
  })

  test('covers the whole land from the north edge to the south edge', () => {
    expect([pictureRowOf(canvas, 0), pictureRowOf(canvas, 511)]).toEqual([0, pictureSize.height - 1])
  })
})
