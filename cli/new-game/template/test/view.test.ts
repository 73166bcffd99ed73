import { expect, it } from 'vitest'
import { drawPicture } from '../../../games/say-back/view/picture.ts'
import { expectCompletePicture, isSame } from '../pictures.ts'

const lines = [{ number: 1, text: 'hello there' }]

it('the picture is complete and reproducible, and shows lines and players', () => {
  expectCompletePicture(() => drawPicture(lines, 1))
  const empty = drawPicture([], 0)
  expect(isSame(drawPicture(lines, 0), empty)).toBe(false)
  expect(isSame(drawPicture([], 1), empty)).toBe(false)
})
