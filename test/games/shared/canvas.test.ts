// Where a world's picture is drawn: nothing outside it is ever touched, whatever is drawn at its edges.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { pictureSize } from '../../../games/picture.ts'
import { Canvas } from '../../../games/shared/canvas.ts'
import { holds } from '../../property.ts'
import { colourAt } from '../pictures.ts'

const size = { width: 12, height: 8 }
const anywhere = fc.integer({ min: -30, max: 30 })

describe('a canvas', () => {
  it('is as large as a picture, and of one colour', () => {
    const { width, height, rgb } = new Canvas(0x102030).picture
    expect([width, height]).toEqual([pictureSize.width, pictureSize.height])
    expect(rgb).toHaveLength(width * height * 3)
    expect(rgb.every((byte, at) => byte === [0x10, 0x20, 0x30][at % 3])).toBe(true)
  })

  it('has a rectangle where it lies, and nowhere else', () =>
    holds(
      fc.property(anywhere, anywhere, fc.nat(40), fc.nat(40), (left, top, width, height) => {
        const { picture } = new Canvas(1, size).rect(left, top, width, height, 0xabcdef)
        for (let y = 0; y < size.height; y++)
          for (let x = 0; x < size.width; x++) {
            const within = x >= left && x < left + width && y >= top && y < top + height
            expect(colourAt(picture, x, y)).toBe(within ? 0xabcdef : 1)
          }
      }),
    ))

  it('has of a disc the pixels whose middle is near enough', () =>
    holds(
      fc.property(
        fc.double({ min: -5, max: 15, noNaN: true }),
        fc.double({ min: -5, max: 15, noNaN: true }),
        fc.double({ min: 0, max: 9, noNaN: true }),
        (x, y, radius) => {
          const { picture } = new Canvas(0, size).disc(x, y, radius, 7)
          for (let row = 0; row < size.height; row++)
            for (let column = 0; column < size.width; column++) {
              const far = Math.hypot(column + 0.5 - x, row + 0.5 - y)
              if (Math.abs(far - radius) < 1e-9) continue
              expect(colourAt(picture, column, row)).toBe(far < radius ? 7 : 0)
            }
        },
      ),
    ))
})
