import { type Colour, type Image, opaquePixel } from './image.ts'

/** Colours from the darkest to the lightest. */
export type ColourRamp = readonly Colour[]

/** A dither pattern of 4 x 4 pixels, with sixteen levels between two colours. */
const weave = [0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5] as const

/** `value`: from 0 to 1. `woven`: the dithered fraction of a step between two shades. */
export function pickShade(ramp: ColourRamp, value: number, x: number, y: number, woven = 1): Colour {
  const step = ((weave[(x & 3) + 4 * (y & 3)]! + 0.5) / 16 - 0.5) * woven
  const n = Math.floor(value * ramp.length + step)
  return ramp[Math.max(0, Math.min(ramp.length - 1, n))]!
}

export class Painting implements Image {
  readonly width: number
  readonly height: number
  readonly pixels: Uint32Array

  constructor(width: number, height: number) {
    this.width = width
    this.height = height
    this.pixels = new Uint32Array(width * height)
  }

  /** Ignores pixels outside the picture. `x` and `y`: whole numbers. */
  dot(x: number, y: number, colour: Colour): this {
    if (x >= 0 && y >= 0 && x < this.width && y < this.height)
      this.pixels[y * this.width + x] = opaquePixel(colour)
    return this
  }

  clear(x: number, y: number): void {
    if (x >= 0 && y >= 0 && x < this.width && y < this.height) this.pixels[y * this.width + x] = 0
  }

  isPainted(x: number, y: number): boolean {
    return x >= 0 && y >= 0 && x < this.width && y < this.height && this.pixels[y * this.width + x] !== 0
  }

  rect(left: number, top: number, width: number, height: number, colour: Colour): this {
    for (let y = top; y < top + height; y++) for (let x = left; x < left + width; x++) this.dot(x, y, colour)
    return this
  }

  /** A pixel stays unchanged if `colourAt` returns undefined. */
  fill(colourAt: (x: number, y: number) => Colour | undefined): this {
    for (let y = 0, at = 0; y < this.height; y++)
      for (let x = 0; x < this.width; x++, at++) {
        const colour = colourAt(x, y)
        if (colour !== undefined) this.pixels[at] = opaquePixel(colour)
      }
    return this
  }

  /** Paints a ball or ellipsoid, lit from the upper left. `fade`: added to the brightness, may be negative. */
  ball(x: number, y: number, rx: number, ry: number, ramp: ColourRamp, fade = 0): this {
    for (let row = Math.ceil(y - ry); row <= y + ry; row++)
      for (let column = Math.ceil(x - rx); column <= x + rx; column++) {
        const [dx, dy] = [(column - x) / rx, (row - y) / ry]
        const inward = 1 - dx * dx - dy * dy
        if (inward < 0) continue
        const lit = 0.42 - 0.34 * dx - 0.42 * dy + 0.22 * Math.sqrt(inward) + fade
        this.dot(column, row, pickShade(ramp, lit, column, row, 0.5))
      }
    return this
  }

  /** Paints a round bar between two points, with a radius at each end. The left side of the bar is lit. */
  limb(
    x1: number,
    y1: number,
    r1: number,
    x2: number,
    y2: number,
    r2: number,
    ramp: ColourRamp,
    fade = 0,
  ): this {
    const [dx, dy] = [x2 - x1, y2 - y1]
    const length2 = dx * dx + dy * dy || 1
    const r = Math.max(r1, r2)
    for (let row = Math.floor(Math.min(y1, y2) - r); row <= Math.max(y1, y2) + r; row++)
      for (let column = Math.floor(Math.min(x1, x2) - r); column <= Math.max(x1, x2) + r; column++) {
        const along = Math.max(0, Math.min(1, ((column - x1) * dx + (row - y1) * dy) / length2))
        const [ox, oy] = [column - x1 - along * dx, row - y1 - along * dy]
        const radius = r1 + (r2 - r1) * along
        const away2 = ox * ox + oy * oy
        if (away2 > radius * radius) continue
        const lit = 0.5 - (0.42 * ox + 0.24 * oy) / (radius || 1) + fade
        this.dot(column, row, pickShade(ramp, lit, column, row, 0.5))
      }
    return this
  }

  /** Paints a polygon, lit from the left. Each row is filled from the leftmost to the rightmost edge. */
  shape(corners: readonly (readonly [x: number, y: number])[], ramp: ColourRamp, fade = 0): this {
    const ys = corners.map(([, y]) => y)
    for (let row = Math.ceil(Math.min(...ys)); row <= Math.max(...ys); row++) {
      const crossed = corners.flatMap(([x1, y1], n) => {
        const [x2, y2] = corners[(n + 1) % corners.length]!
        if (y1 > row === y2 > row) return []
        return [x1 + ((x2 - x1) * (row - y1)) / (y2 - y1)]
      })
      if (crossed.length < 2) continue
      const [left, right] = [Math.min(...crossed), Math.max(...crossed)]
      for (let column = Math.ceil(left); column <= right; column++) {
        const lit = 0.78 - (0.6 * (column - left)) / Math.max(1, right - left) + fade
        this.dot(column, row, pickShade(ramp, lit, column, row, 0.5))
      }
    }
    return this
  }

  outline(colour: Colour): this {
    const edge: number[] = []
    for (let y = 0; y < this.height; y++)
      for (let x = 0; x < this.width; x++)
        if (
          !this.isPainted(x, y) &&
          (this.isPainted(x - 1, y) ||
            this.isPainted(x + 1, y) ||
            this.isPainted(x, y - 1) ||
            this.isPainted(x, y + 1))
        )
          edge.push(y * this.width + x)
    for (const at of edge) this.pixels[at] = opaquePixel(colour)
    return this
  }

  /** `mirrored`: swaps left and right. */
  lay(image: Image, left: number, top: number, mirrored = false): this {
    for (let y = 0; y < image.height; y++)
      for (let x = 0; x < image.width; x++) {
        const pixel = image.pixels[y * image.width + (mirrored ? image.width - 1 - x : x)]!
        const [column, row] = [left + x, top + y]
        if (pixel !== 0 && column >= 0 && row >= 0 && column < this.width && row < this.height)
          this.pixels[row * this.width + column] = pixel
      }
    return this
  }
}

/** Dark shades are bluer, and light shades are warmer. */
export function createColourRamp(colour: Colour): ColourRamp {
  const toward = (to: Colour, part: number) => {
    const mixed = (shift: number) => {
      const [from, end] = [(colour >> shift) & 0xff, (to >> shift) & 0xff]
      return Math.round(from + (end - from) * part) << shift
    }
    return mixed(16) | mixed(8) | mixed(0)
  }
  const [dark, light] = [0x14122a, 0xfff3d4]
  return [
    toward(dark, 0.72),
    toward(dark, 0.48),
    toward(dark, 0.22),
    colour,
    toward(light, 0.22),
    toward(light, 0.46),
  ]
}
