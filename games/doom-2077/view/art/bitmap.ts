import { colourIndex, type RampName, transparentIndex } from './palette.ts'

/** Palette indexes, row by row from the top. */
export interface Bitmap {
  readonly width: number
  readonly height: number
  readonly data: Uint8Array
  /** Index of the palette in light tables. Our own palette has index 0. */
  readonly palette?: number
}

/**
 * A sprite as in Doom. `left` and `top`: offset of the origin from the upper left corner. Palette index 0 is
 * transparent.
 */
export interface Sprite extends Bitmap {
  readonly left: number
  readonly top: number
}

export class BitmapPainter implements Bitmap {
  readonly width: number
  readonly height: number
  readonly data: Uint8Array

  constructor(width: number, height: number) {
    this.width = width
    this.height = height
    this.data = new Uint8Array(width * height).fill(transparentIndex)
  }

  /** Coordinates wrap around, so that walls and floors tile. */
  put(x: number, y: number, number: number): void {
    this.data[wrapCoordinate(y, this.height) * this.width + wrapCoordinate(x, this.width)] = number
  }

  at(x: number, y: number): number {
    return this.data[wrapCoordinate(y, this.height) * this.width + wrapCoordinate(x, this.width)]!
  }

  /** A pixel stays unchanged if `paint` returns undefined. */
  each(paint: (x: number, y: number) => number | undefined): this {
    for (let y = 0; y < this.height; y++)
      for (let x = 0; x < this.width; x++) {
        const number = paint(x, y)
        if (number !== undefined) this.data[y * this.width + x] = number
      }
    return this
  }

  rect(left: number, top: number, width: number, height: number, ramp: RampName, shade: number): this {
    for (let y = top; y < top + height; y++)
      for (let x = left; x < left + width; x++) this.put(x, y, colourIndex(ramp, shade))
    return this
  }

  /** A negative number of shades darkens the rectangle. */
  shade(left: number, top: number, width: number, height: number, by: number): this {
    for (let y = top; y < top + height; y++)
      for (let x = left; x < left + width; x++) {
        const number = this.at(x, y)
        const shade = Math.max(0, Math.min(15, (number & 15) + by))
        if (number !== transparentIndex) this.put(x, y, (number & 240) | shade || 1)
      }
    return this
  }

  /** Makes the rectangle's edges lighter above and on the left, and darker below and on the right. */
  bevel(left: number, top: number, width: number, height: number, by = 2): this {
    return this.shade(left, top, width, 1, by)
      .shade(left, top + 1, 1, height - 2, by - 1)
      .shade(left, top + height - 1, width, 1, -by)
      .shade(left + width - 1, top + 1, 1, height - 2, 1 - by)
  }
}

function wrapCoordinate(at: number, length: number): number {
  return ((at % length) + length) % length
}

/** Returns 0 to 255. The same position always has the same hash. */
export function positionHash(x: number, y: number, seed: number): number {
  let mixed = Math.imul(x, 0x27d4eb2d) ^ Math.imul(y, 0x165667b1) ^ Math.imul(seed, 0x9e3779b1)
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return (mixed ^ (mixed >>> 16)) & 255
}

/** Returns 0 to 255, repeating after `period` cells of `cell` pixels. The calculation uses only integers. */
export function smoothNoise(x: number, y: number, cell: number, period: number, seed: number): number {
  const [column, row] = [Math.floor(x / cell), Math.floor(y / cell)]
  const [u, v] = [x - column * cell, y - row * cell]
  const corner = (dx: number, dy: number) =>
    positionHash(wrapCoordinate(column + dx, period), wrapCoordinate(row + dy, period), seed)
  const upper = corner(0, 0) * (cell - u) + corner(1, 0) * u
  const lower = corner(0, 1) * (cell - u) + corner(1, 1) * u
  return Math.floor((upper * (cell - v) + lower * v) / (cell * cell))
}

/** Returns the sum of coarse and fine noise, from about -`amplitude` to `amplitude`. */
export function layeredNoise(x: number, y: number, size: number, amplitude: number, seed: number): number {
  const coarse = smoothNoise(x, y, size / 4, 4, seed) - 128
  const fine = smoothNoise(x, y, size / 16, 16, seed + 1) - 128
  const dust = positionHash(x, y, seed + 2) - 128
  return ((coarse * 4 + fine * 3 + dust * 2) * amplitude) / (128 * 6)
}
