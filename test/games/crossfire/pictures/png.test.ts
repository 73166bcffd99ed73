import { encode } from 'fast-png'
import { describe, expect, it } from 'vitest'
import { cellSize, cutPicture, decodePng } from '../../../../games/crossfire/pictures/png.ts'

const cellPixels = (file: Uint8Array, left: number, top: number) =>
  cutPicture(decodePng('it', file), left, top, cellSize)

const [width, height] = [35, 40]
/** A sample of the test picture. Neighbouring samples have different values. */
const at = (x: number, y: number, most: number) => (x * 3 + y * 7) % (most + 1)

/** The rows of the test picture with `depth` bits per pixel, fewer than 8. */
function packed(depth: number): Uint8Array {
  const perRow = Math.ceil((width * depth) / 8)
  const data = new Uint8Array(perRow * height)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const bit = x * depth
      data[y * perRow + (bit >> 3)]! |= at(x, y, 2 ** depth - 1) << (8 - depth - (bit & 7))
    }
  return data
}

describe('[CF-20.5] one cell of a large picture', () => {
  it.each([1, 2, 4] as const)('is decoded from a palette picture of %i bits per pixel', (depth) => {
    const most = 2 ** depth - 1
    const palette = Array.from({ length: most + 1 }, (_, n) => [n * 3, n * 5, 255 - n])
    const png = encode({ width, height, data: packed(depth), channels: 1, depth, palette })
    for (const [left, top] of [
      [0, 0],
      [32, 0],
      [0, 32],
    ] as const) {
      const { colours, opacities } = cellPixels(png, left, top)
      for (let y = 0; y < 32; y++)
        for (let x = 0; x < 32; x++) {
          const inside = left + x < width && top + y < height
          const n = at(left + x, top + y, most)
          const colour = ((n * 3) << 16) | ((n * 5) << 8) | (255 - n)
          const pixel = y * 32 + x
          expect([colours[pixel], opacities[pixel]]).toEqual(inside ? [colour, 255] : [0, 0])
        }
    }
  })

  it.each([1, 2, 4] as const)(
    'is decoded from a greyscale picture of %i bits per pixel, whose highest value is white',
    (depth) => {
      const most = 2 ** depth - 1
      const png = encode({ width, height, data: packed(depth), channels: 1, depth })
      const { colours } = cellPixels(png, 0, 0)
      for (let pixel = 0; pixel < 1024; pixel++)
        expect(colours[pixel]).toBe(((at(pixel % 32, pixel >> 5, most) * 255) / most) * 0x010101)
    },
  )

  it('is decoded from a 16-bit picture', () => {
    const data = Uint16Array.from({ length: width * height }, (_, n) => (n % 256) * 257)
    const { colours } = cellPixels(encode({ width, height, data, channels: 1, depth: 16 }), 0, 0)
    expect([colours[0], colours[31], colours[32]]).toEqual([0, 0x1f1f1f, 0x232323])
  })
})
