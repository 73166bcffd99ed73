import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { pictureSize } from '../../../games/picture.ts'
import { Canvas } from '../../../games/shared/canvas.ts'
import { assertProperty } from '../../property.ts'
import { colourAt, countOf, isSame } from '../pictures.ts'

const size = { width: 12, height: 8 }
const anywhere = fc.integer({ min: -30, max: 30 })

describe('a canvas', () => {
  it('has the size of a picture and starts in one colour', () => {
    const { width, height, rgb } = new Canvas(0x102030).picture
    expect([width, height]).toEqual([pictureSize.width, pictureSize.height])
    expect(rgb).toHaveLength(width * height * 3)
    expect(rgb.every((byte, at) => byte === [0x10, 0x20, 0x30][at % 3])).toBe(true)
  })

  it('draws a rectangle only inside its bounds', () =>
    assertProperty(
      fc.property(anywhere, anywhere, fc.nat(40), fc.nat(40), (left, top, width, height) => {
        const { picture } = new Canvas(1, size).rect(left, top, width, height, 0xabcdef)
        for (let y = 0; y < size.height; y++)
          for (let x = 0; x < size.width; x++) {
            const within = x >= left && x < left + width && y >= top && y < top + height
            expect(colourAt(picture, x, y)).toBe(within ? 0xabcdef : 1)
          }
      }),
    ))

  it('draws the pixels of a disc whose centre is within the radius', () =>
    assertProperty(
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

  it('draws a line with both ends and one pixel per row or column', () =>
    assertProperty(
      fc.property(fc.nat(11), fc.nat(7), fc.nat(11), fc.nat(7), (x1, y1, x2, y2) => {
        const { picture } = new Canvas(0, size).line(x1 + 0.5, y1 + 0.5, x2 + 0.5, y2 + 0.5, 7)
        expect([colourAt(picture, x1, y1), colourAt(picture, x2, y2)]).toEqual([7, 7])
        expect(countOf(picture, 7)).toBe(Math.max(Math.abs(x2 - x1), Math.abs(y2 - y1)) + 1)
      }),
    ))

  it('fills a triangle, whatever the order of its corners', () => {
    const corners = [
      { x: 2, y: 1 },
      { x: 10, y: 1 },
      { x: 2, y: 7 },
    ] as const
    const [a, b, c] = corners
    const { picture } = new Canvas(0, size).triangle(a, b, c, 7)
    for (let y = 0; y < size.height; y++)
      for (let x = 0; x < size.width; x++) {
        const within = x >= 2 && y >= 1 && (x + 0.5 - 2) / 8 + (y + 0.5 - 1) / 6 < 1
        expect(colourAt(picture, x, y)).toBe(within ? 7 : 0)
      }
    expect(isSame(new Canvas(0, size).triangle(c, b, a, 7).picture, picture)).toBe(true)
  })

  it('does not change the picture that it was created from', () => {
    const { picture } = new Canvas(5, size)
    expect(countOf(Canvas.fromPicture(picture).rect(0, 0, 3, 3, 7).picture, 7)).toBe(9)
    expect(countOf(picture, 7)).toBe(0)
  })

  it('draws a smaller picture, clipped at the edges', () =>
    assertProperty(
      fc.property(anywhere, anywhere, (left, top) => {
        const stamp = new Canvas(9, { width: 4, height: 3 }).rect(0, 0, 1, 1, 7).picture
        const { picture } = new Canvas(0, size).stamp(stamp, left, top)
        const expected = new Canvas(0, size).rect(left, top, 4, 3, 9).rect(left, top, 1, 1, 7)
        expect(isSame(picture, expected.picture)).toBe(true)
      }),
    ))

  it('blends translucent pixels with the background', () => {
    const { picture } = new Canvas(0x102030, size)
      .blend(1, 1, 0xf0e0d0, 0)
      .blend(2, 1, 0xf0e0d0, 255)
      .blend(3, 1, 0x306090, 128)
      .blend(-1, 1, 7, 255)
      .blend(12, 1, 7, 255)
    expect([1, 2, 3].map((x) => colourAt(picture, x, 1))).toEqual([0x102030, 0xf0e0d0, 0x204060])
    expect(countOf(picture, 7)).toBe(0)
  })

  it('clips shapes far outside without spending time on them', () => {
    const far = [-1e308, -1e15, 1e15, 1e308, Number.NaN, Number.POSITIVE_INFINITY]
    const canvas = new Canvas(0, size)
    for (const x of far)
      for (const y of far) {
        canvas
          .disc(x, y, 5, 1)
          .rect(x, y, 5, 5, 1)
          .line(x, y, x + 5, y, 1)
        canvas.triangle({ x, y }, { x: x + 5, y }, { x, y: y + 5 }, 1)
      }
    expect(countOf(canvas.picture, 1)).toBe(0)
    canvas.line(-1000.5, 3.5, 999.5, 3.5, 2).line(4.5, 1000.5, 4.5, -999.5, 3)
    expect([countOf(canvas.picture, 2), countOf(canvas.picture, 3)]).toEqual([size.width - 1, size.height])
  })
})
