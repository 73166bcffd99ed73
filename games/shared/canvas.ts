// Where a world's picture is drawn: flat colours on a raster, whatever lies outside it cut off.
import { type Picture, pictureSize } from '../picture.ts'

/** 0xRRGGBB. */
export type Colour = number

export class Canvas {
  readonly width: number
  readonly height: number
  readonly #rgb: Uint8Array

  /** `ground`: the colour of everything that nobody draws on. */
  constructor(ground: Colour, { width, height }: { width: number; height: number } = pictureSize) {
    this.width = width
    this.height = height
    this.#rgb = new Uint8Array(width * height * 3)
    this.rect(0, 0, width, height, ground)
  }

  /** To be drawn over what a picture has, which stays as it is. */
  static over({ width, height, rgb }: Picture): Canvas {
    const canvas = new Canvas(0, { width, height })
    canvas.#rgb.set(rgb)
    return canvas
  }

  /** The picture so far, and whatever is drawn later. */
  get picture(): Picture {
    return { width: this.width, height: this.height, rgb: this.#rgb }
  }

  /** One pixel. Places that are no whole numbers are those of the pixel they lie in. */
  dot(x: number, y: number, colour: Colour): this {
    return this.rect(Math.floor(x), Math.floor(y), 1, 1, colour)
  }

  /** All from whole numbers. */
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

  /** All pixels whose middle is no farther than `radius` from (x, y). */
  disc(x: number, y: number, radius: number, colour: Colour): this {
    for (let row = Math.floor(y - radius); row <= y + radius; row++) {
      const half2 = radius * radius - (row + 0.5 - y) ** 2
      if (half2 < 0) continue
      const half = Math.sqrt(half2)
      const left = Math.ceil(x - half - 0.5)
      this.rect(left, row, Math.floor(x + half - 0.5) - left + 1, 1, colour)
    }
    return this
  }
}
