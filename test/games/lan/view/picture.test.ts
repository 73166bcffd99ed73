import { expect, it } from 'vitest'
import { drawPicture } from '../../../../games/lan/view/picture.ts'
import { colourAt, expectCompletePicture, isSame } from '../../pictures.ts'

it('the picture is complete for any number of nodes, and shows each node and its traffic', () => {
  for (const count of [0, 1, 2, 7, 16, 64]) expectCompletePicture(() => drawPicture(Array(count).fill(1)))
  expect(isSame(drawPicture([]), drawPicture([0]))).toBe(false)
  expect(isSame(drawPicture([0, 0]), drawPicture([0, 40]))).toBe(false)
})

it('the picture of an idle LAN fills a canvas of any size', () => {
  for (const size of [
    { width: 320, height: 180 },
    { width: 97, height: 41 },
  ]) {
    const picture = drawPicture([], size)
    expect(picture).toMatchObject(size)
    const colours = new Set(
      Array.from({ length: size.width }, (_, x) => colourAt(picture, x, size.height >> 1)),
    )
    expect(colours.size).toBeGreaterThan(1)
  }
})
