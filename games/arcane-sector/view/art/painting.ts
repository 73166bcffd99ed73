// What a picture is painted on: pixels that let through until they are painted, and colours from dark to light.
import { type Colour, type Image, opaque } from './image.ts'

/** Shades of one thing, from the darkest to the lightest. */
export type Ramp = readonly Colour[]

/** Where of sixteen shades between two colours the lighter one stands: it looks woven, not muddy. */
const weave = [0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5] as const

/** The shade for a value from 0 to 1 at a pixel; `woven`: how much of the way between two shades is a mix of both. */
export function shade(ramp: Ramp, value: number, x: number, y: number, woven = 1): Colour {
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

  /** Whole numbers, as everywhere here; what lies outside is cut off. */
  dot(x: number, y: number, colour: Colour): this {
    if (x >= 0 && y >= 0 && x < this.width && y < this.height)
      this.pixels[y * this.width + x] = opaque(colour)
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

  /** Every pixel, by a colour or undefined: as it was. */
  fill(colourAt: (x: number, y: number) => Colour | undefined): this {
    for (let y = 0, at = 0; y < this.height; y++)
      for (let x = 0; x < this.width; x++, at++) {
        const colour = colourAt(x, y)
        if (colour !== undefined) this.pixels[at] = opaque(colour)
      }
    return this
  }
}
