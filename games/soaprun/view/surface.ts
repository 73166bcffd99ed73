// A raster of colour numbers (colours.ts), which is converted to colours at the end.
import type { Colour } from '../../shared/canvas.ts'
import { colourNumberOf, palette, shadedColourOffset } from './colours.ts'
import type { SpriteRows } from './sprites.ts'

export interface Sprite {
  readonly width: number
  readonly height: number
  /** Colour numbers, row by row. 0 is transparent. */
  readonly pixels: Uint8Array
}

/** `player`: number of the player colour for the letters Z, X and x. `letters`: replacements. */
export function createSprite(
  rows: SpriteRows,
  player = 0,
  letters: { readonly [letter: string]: string } = {},
): Sprite {
  const width = Math.max(...rows.map(({ length }) => length))
  const pixels = new Uint8Array(width * rows.length)
  for (const [y, row] of rows.entries())
    for (const [x, letter] of [...row].entries())
      pixels[y * width + x] = colourNumberOf(letters[letter] ?? letter, player)
  return { width, height: rows.length, pixels }
}

export class Surface implements Sprite {
  readonly width: number
  readonly height: number
  readonly pixels: Uint8Array

  constructor(width: number, height: number) {
    this.width = width
    this.height = height
    this.pixels = new Uint8Array(width * height)
  }

  /** Clipped to the surface. */
  rect(left: number, top: number, width: number, height: number, letter: string): this {
    const colour = colourNumberOf(letter)
    const [from, to] = [Math.max(0, left), Math.min(this.width, left + width)]
    for (let y = Math.max(0, top); y < Math.min(this.height, top + height) && from < to; y++)
      this.pixels.fill(colour, y * this.width + from, y * this.width + to)
    return this
  }

  /** `left`, `top`: the upper left corner. */
  drawSprite({ width, height, pixels }: Sprite, left: number, top: number): this {
    const [from, to] = [Math.max(0, -left), Math.min(width, this.width - left)]
    for (let y = Math.max(0, -top); y < Math.min(height, this.height - top); y++)
      for (let x = from; x < to; x++) {
        const pixel = pixels[y * width + x]!
        if (pixel !== 0) this.pixels[(top + y) * this.width + left + x] = pixel
      }
    return this
  }

  /** Darkens only pixels that the shape covers. */
  darken({ width, pixels }: Sprite, left: number, top: number): this {
    for (let n = 0; n < pixels.length; n++) {
      const [x, y] = [left + (n % width), top + Math.floor(n / width)]
      if (pixels[n] === 0 || x < 0 || y < 0 || x >= this.width || y >= this.height) continue
      const at = y * this.width + x
      if (this.pixels[at]! < shadedColourOffset) this.pixels[at]! += shadedColourOffset
    }
    return this
  }

  /**
   * Writes letters that are five dots high, with a dark outline and one dot between the letters. `scale`: pixels per
   * dot.
   */
  write(text: string, left: number, top: number, letter: string, scale = 1): this {
    const edge = scale === 1 ? 1 : 2
    for (const [dx, dy] of around) this.#write(text, left + dx * edge, top + dy * edge, 'K', scale)
    return this.#write(text, left, top, letter, scale)
  }

  #write(text: string, left: number, top: number, letter: string, scale: number): this {
    for (const [n, sign] of [...text.toUpperCase()].entries())
      for (const [row, bits] of [...(signs[sign] ?? '00000')].entries())
        for (let column = 0; column < 3; column++)
          if ((Number(bits) & (4 >> column)) !== 0)
            this.rect(left + (n * 4 + column) * scale, top + row * scale, scale, scale, letter)
    return this
  }

  /** The pixel must be inside the surface. */
  colourAt(x: number, y: number): Colour {
    return palette[this.pixels[y * this.width + x]!]!
  }

  /** Red, green, blue and full opacity, one byte each. */
  toRgba(rgba: Uint8ClampedArray): void {
    const colours = new Uint32Array(palette.map(inBytes))
    const words = new Uint32Array(rgba.buffer, rgba.byteOffset, this.pixels.length)
    for (let n = 0; n < words.length; n++) words[n] = colours[this.pixels[n]!]!
  }
}

const around = [
  [-1, -1],
  [0, -1],
  [1, -1],
  [-1, 0],
  [1, 0],
  [-1, 1],
  [0, 1],
  [1, 1],
] as const

/** Returns the width of the text in pixels. */
export const textWidth = (text: string, scale = 1): number => (text.length * 4 - 1) * scale

/** The bytes of a colour as a little-endian number. All machines that run browsers are little-endian. */
const inBytes = (colour: number) =>
  (0xff000000 | ((colour & 0xff) << 16) | (colour & 0xff00) | (colour >> 16)) >>> 0

/** The shapes of signs: five rows of three bits each. */
const signs: { readonly [sign: string]: string } = {
  0: '75557',
  1: '26227',
  2: '71747',
  3: '71717',
  4: '55711',
  5: '74717',
  6: '74757',
  7: '71111',
  8: '75757',
  9: '75717',
  A: '25755',
  B: '65656',
  C: '34443',
  D: '65556',
  E: '74647',
  F: '74644',
  G: '34553',
  H: '55755',
  I: '72227',
  K: '55655',
  L: '44447',
  M: '57755',
  N: '65555',
  O: '25552',
  P: '65644',
  R: '65655',
  S: '34216',
  T: '72222',
  U: '55557',
  V: '55522',
  W: '55775',
  Y: '55222',
  '!': '22202',
  '-': '00700',
}
