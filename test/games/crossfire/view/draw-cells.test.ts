import { expect, test } from 'vitest'
import type { Picture } from '../../../../games/crossfire/pictures/picture.ts'
import { createCellDrawer } from '../../../../games/crossfire/view/draw-cells.ts'

const red: Picture = { size: 1, colours: Uint32Array.of(0xff0000), opacities: Uint8Array.of(255) }

test('an equal cell is drawn again only after 4,096 other cells have been drawn', () => {
  const cell = createCellDrawer(() => red, 1)
  const pixels = (face: number) => cell([face], 0).rgb
  const first = pixels(1)
  expect([...first]).toEqual([255, 0, 0])
  expect(pixels(1)).toBe(first)
  for (let face = 2; face <= 4097; face++) pixels(face)
  expect(pixels(1)).not.toBe(first)
  expect(pixels(1)).toEqual(first)
})
