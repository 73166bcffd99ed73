// The canvas on which a world's picture is drawn in flat colours. Drawing is clipped at its edges.
import { type Picture, pictureSize } from '../picture.ts'

export interface Point {
  readonly x: number
  readonly y: number
}

/** 0xRRGGBB. */
export type Colour = number

export class Canvas {
  readonly width: number
  readonly height: number
  readonly #rgb: Uint8Array

  constructor(ground: Colour, { width, height }: { width: number; height: number } = pictureSize) {
    this.width = width
    this.height = height
    this.#rgb = new Uint8Array(width * height * 3)
    this.rect(0, 0, width, height, ground)
  }

  static fromPicture({ width, height, rgb }: Picture): Canvas {
    const canvas = new Canvas(0, { width, height })
    canvas.#rgb.set(rgb)
    return canvas
  }

  /** The current picture. It shares the canvas's pixels, so later drawing changes it. */
  get picture(): Picture {
    return { width: this.width, height: this.height, rgb: this.#rgb }
  }

  /** Fractions are rounded down. */
  dot(x: number, y: number, colour: Colour): this {
    return this.rect(Math.floor(x), Math.floor(y), 1, 1, colour)
  }

  /** Blends one pixel at whole coordinates over the canvas. `opacity`: 0 to 255. */
  blend(x: number, y: number, colour: Colour, opacity: number): this {
    if (x < 0 || y < 0 || x >= this.width || y >= this.height) return this
    const at = (y * this.width + x) * 3
    const rgb = this.#rgb
    rgb[at] = mix(rgb[at]!, colour >> 16, opacity)
    rgb[at + 1] = mix(rgb[at + 1]!, (colour >> 8) & 0xff, opacity)
    rgb[at + 2] = mix(rgb[at + 2]!, colour & 0xff, opacity)
    return this
  }

  /** Draws the picture at whole coordinates. */
  stamp({ width, height, rgb }: Picture, left: number, top: number): this {
    const [from, to] = [Math.max(0, left), Math.min(this.width, left + width)]
    for (let y = Math.max(0, top); y < Math.min(this.height, top + height) && from < to; y++) {
      const row = (y - top) * width - left
      this.#rgb.set(rgb.subarray((row + from) * 3, (row + to) * 3), (y * this.width + from) * 3)
    }
    return this
  }

  /** All coordinates are whole numbers. */
  rect(left: number, top: number, width: number, height: number, colour: Colour): this {
    const [right, bottom] = [Math.min(left + width, this.width), Math.min(top + height, this.height)]
    const rgb = this.#rgb
    for (let y = Math.max(0, top); y < bottom; y++) {
      const end = (y * this.width + right) * 3
      for (let at = (y * this.width + Math.max(0, left)) * 3; at < end; at += 3) {
        rgb[at] = colour >> 16
        rgb[at + 1] = (colour >> 8) & 0xff
        rgb[at + 2] = colour & 0xff
      }
    }
    return this
  }

  /** Draws a line with one pixel per column, or one per row if the line is steep. */
  line(x1: number, y1: number, x2: number, y2: number, colour: Colour): this {
    const isFlat = Math.abs(x2 - x1) >= Math.abs(y2 - y1)
    const [from, to, size] = isFlat ? [x1, x2, this.width] : [y1, y2, this.height]
    const steps = Math.abs(to - from)
    // Steps outside the canvas are skipped, because a line can start or end far away from it.
    const first = Math.max(0, Math.floor(to > from ? -from : from - size))
    const last = Math.min(steps, to > from ? size - from : from)
    for (let step = first, left = last - first; left >= 0; step++, left--) {
      const part = steps === 0 ? 0 : step / steps
      this.dot(x1 + (x2 - x1) * part, y1 + (y2 - y1) * part, colour)
    }
    return this
  }

  /** Fills all pixels whose centre lies inside the triangle. */
  triangle(a: Point, b: Point, c: Point, colour: Colour): this {
    const corners = [a, b, c]
    const bottom = Math.min(this.height, Math.max(a.y, b.y, c.y))
    for (let row = Math.max(0, Math.floor(Math.min(a.y, b.y, c.y))); row < bottom; row++) {
      const crossed = corners.flatMap((from, n) => edgeCrossing(from, corners[(n + 1) % 3]!, row + 0.5))
      const left = Math.ceil(Math.min(...crossed) - 0.5)
      if (crossed.length > 0) this.rect(left, row, Math.ceil(Math.max(...crossed) - 0.5) - left, 1, colour)
    }
    return this
  }

  /** Fills all pixels whose centre is at most `radius` from (x, y). */
  disc(x: number, y: number, radius: number, colour: Colour): this {
    const bottom = Math.min(this.height - 1, y + radius)
    for (let row = Math.max(0, Math.floor(y - radius)); row <= bottom; row++) {
      const half2 = radius * radius - (row + 0.5 - y) ** 2
      if (half2 < 0) continue
      const half = Math.sqrt(half2)
      const left = Math.ceil(x - half - 0.5)
      this.rect(left, row, Math.floor(x + half - 0.5) - left + 1, 1, colour)
    }
    return this
  }
}

/** The x coordinate at which an edge of a shape crosses the height `y`, if it does. */
function edgeCrossing(from: Point, to: Point, y: number): number[] {
  if (from.y > y === to.y > y) return []
  return [from.x + ((to.x - from.x) * (y - from.y)) / (to.y - from.y)]
}

function mix(below: number, above: number, opacity: number): number {
  return opacity === 255 ? above : below + Math.round(((above - below) * opacity) / 255)
}
