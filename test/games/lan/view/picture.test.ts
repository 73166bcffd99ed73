import { expect, it } from 'vitest'
import { drawPicture } from '../../../../games/lan/view/picture.ts'
import { expectCompletePicture, isSame } from '../../pictures.ts'

it('the picture is complete for any number of nodes, and shows each node and its traffic', () => {
  for (const count of [0, 1, 2, 7, 16, 64]) expectCompletePicture(() => drawPicture(Array(count).fill(1)))
  expect(isSame(drawPicture([]), drawPicture([0]))).toBe(false)
  expect(isSame(drawPicture([0, 0]), drawPicture([0, 40]))).toBe(false)
})
