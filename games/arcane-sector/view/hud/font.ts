// [AS-1.7] Letters of 6 x 8 pixels with a dark outline.
import { type Colour, opaquePixel } from '../art/primitives/image.ts'
import type { Painting } from '../art/primitives/painting.ts'
import { drawRunes, isRune, runeSize } from '../art/runes.ts'
import { addFog } from '../first-person/fog.ts'

/** Size of a letter in pixels, including the space to the next letter. */
export const letterSize = { width: 6, height: 8 } as const
/** Width of a rune in pixels. */
const runeWidth = 2 * letterSize.width
/** The pixel of a letter's outline. */
const edge = opaquePixel(0x0a0a10)

/** The bytes 0x10 to 0x1f: the 16 colours of terminals. */
export const textColours: readonly Colour[] = [
  0x010101, 0xde382b, 0x39b54a, 0xffc706, 0x006fb8, 0x762671, 0x2cb5e9, 0xcccccc, 0x808080, 0xff0000,
  0x00ff00, 0xffff00, 0x0000ff, 0xff00ff, 0x00ffff, 0xffffff,
]
/** The colour of letters before the first colour byte, and after the byte 0x0f. */
export const defaultColour: Colour = 0xefe8d6
/** The colour of the name at the mouse. */
export const nameColour: Colour = textColours[3]!

/** The letters 0x20 to 0x7d, eight rows each. A row is a base-32 digit, whose highest bit is the leftmost pixel. */
const font =
  '00000000 44444040 aa000000 aavavaa0 4fke5u40 pp248jj0 cik8lid0 44000000 24888420 84222480 04lel400 044v4400 00000c48 ' +
  '000e0000 00000cc0 11248gg0 ehjlphe0 4c4444e0 eh1248v0 v2421he0 26aiv220 vgu11he0 68guhhe0 v1248880 ehhehhe0 ehhf12c0 ' +
  '0cc00cc0 0cc00c48 248g8420 00v0v000 84212480 eh124040 ehnlnge0 ehhvhhh0 uhhuhhu0 ehggghe0 uhhhhhu0 vgguggv0 vgguggg0 ' +
  'ehgnhhf0 hhhvhhh0 e44444e0 72222ic0 hikokih0 ggggggv0 hrllhhh0 hhpljhh0 ehhhhhe0 uhhuggg0 ehhhlid0 uhhukih0 fgge11u0 ' +
  'v4444440 hhhhhhe0 hhhhha40 hhhllla0 hha4ahh0 hhha4440 v1248gv0 e88888e0 gg842110 e22222e0 4ah00000 0000000v 84000000 ' +
  '00e1fhf0 ggmphhu0 00egghe0 11djhhf0 00ehvge0 698s8880 00fhhf1e ggmphhh0 40c444e0 206222ic ggikoki0 c44444e0 00qllll0 ' +
  '00mphhh0 00ehhhe0 00uhhugg 00fhhf11 00mpggg0 00fge1u0 88s88960 00hhhjd0 00hhha40 00hhlla0 00ha4ah0 00hhhf1e 00v248v0 ' +
  '24484420 44444440 84424480'

export interface Glyph {
  /** The byte: 0x20 to 0x7d for a letter, 0x40 to 0x7f for a rune. */
  readonly code: number
  readonly isRune: boolean
  readonly colour: Colour
}

/** The byte 0x0a breaks lines. Drops characters that cannot be drawn. */
export function layOutGlyphs(text: string): Glyph[][] {
  const lines: Glyph[][] = [[]]
  let colour = defaultColour
  for (let n = 0; n < text.length; n++) {
    const code = text.charCodeAt(n)
    if (code === 0x0a) lines.push([])
    else if (code === 0x0f) colour = defaultColour
    else if (code >= 0x10 && code <= 0x1f) colour = textColours[code - 0x10]!
    else if (code === 0xff) {
      const rune = text.charCodeAt(++n)
      if (isRune(rune)) lines.at(-1)!.push({ code: rune, isRune: true, colour })
    } else if (code >= 0x20 && code <= 0x7d) lines.at(-1)!.push({ code, isRune: false, colour })
  }
  return lines
}

/** Drops characters that cannot be drawn. */
export function plainGlyphs(text: string, colour: Colour = defaultColour): Glyph[] {
  return [...text].flatMap((letter) => {
    const code = letter.charCodeAt(0)
    return code >= 0x20 && code <= 0x7d ? [{ code, isRune: false, colour }] : []
  })
}

export function glyphsWidth(signs: readonly Glyph[]): number {
  return signs.reduce((width, { isRune }) => width + (isRune ? runeWidth : letterSize.width), 0)
}

/** Pixels of a letter or of its outline, from the upper left corner of the letter. The outline starts at -1. */
type Dots = readonly (readonly [x: number, y: number])[]

export class Font {
  /** The first letter is 0x20. */
  readonly #letters: readonly { readonly face: Dots; readonly edge: Dots }[] = font.split(' ').map((rows) => {
    const face = [...rows].flatMap((digit, y) =>
      columnsOf(Number.parseInt(digit, 32)).map((x) => [x, y] as const),
    )
    return { face, edge: edgeOf(face) }
  })
  readonly #runes = drawRunes()

  /** `amount`: opacity, 0 to 255. */
  write(on: Painting, signs: readonly Glyph[], left: number, top: number, amount = 255): void {
    let x = left
    for (const { code, isRune } of signs) {
      if (!isRune) layAll(on, this.#letters[code - 0x20]!.edge, x, top, edge, amount)
      x += isRune ? runeWidth : letterSize.width
    }
    x = left
    for (const { code, isRune, colour } of signs) {
      if (isRune) this.#layRune(on, code, x, top, amount)
      else layAll(on, this.#letters[code - 0x20]!.face, x, top, opaquePixel(colour), amount)
      x += isRune ? runeWidth : letterSize.width
    }
  }

  #layRune(on: Painting, code: number, left: number, top: number, amount: number): void {
    const { pixels } = this.#runes[code - 0x40]!
    for (let y = 0, n = 0; y < runeSize.height; y++)
      for (let x = 0; x < runeSize.width; x++, n++)
        if (pixels[n] !== 0) lay(on, left + x, top + y, pixels[n]!, amount)
  }
}

function edgeOf(face: Dots): Dots {
  const around = new Map<number, readonly [number, number]>()
  for (const [x, y] of face)
    for (const dy of [-1, 0, 1])
      for (const dx of [-1, 0, 1]) around.set(x + dx + 16 * (y + dy), [x + dx, y + dy])
  for (const [x, y] of face) around.delete(x + 16 * y)
  return [...around.values()]
}

function layAll(on: Painting, dots: Dots, left: number, top: number, pixel: number, amount: number): void {
  for (const [x, y] of dots) lay(on, left + x, top + y, pixel, amount)
}

function columnsOf(bits: number): number[] {
  return [0, 1, 2, 3, 4].filter((column) => (bits & (16 >> column)) !== 0)
}

function lay({ pixels, width, height }: Painting, x: number, y: number, pixel: number, amount: number): void {
  if (x < 0 || y < 0 || x >= width || y >= height) return
  const at = y * width + x
  pixels[at] = amount === 255 ? pixel : addFog(pixels[at]!, pixel, amount)
}
