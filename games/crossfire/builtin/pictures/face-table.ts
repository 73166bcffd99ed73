// [CF-6.11] Numbers are permanent. The pictures come from faces/ and are decoded and encoded on first use.

import { type DecodedPng, decode } from 'fast-png'
import { lazy } from '../../../shared/lazy.ts'
import { colourNumber, parseFaceMetadata } from '../../import/format/faces.ts'
import { encodeBitmap } from '../../pictures/bitmap.ts'
import type { Picture } from '../../pictures/picture.ts'
import { cellSize, cutPicture, encodePng } from '../../pictures/png.ts'
import { encodeXpm } from '../../pictures/xpm.ts'
import faceList from '../faces/faces.face'
import facesPng from '../faces/faces.png'
import smallFacesPng from '../faces/small-faces.png'

export interface Face {
  /** From 1; 0 means no face. */
  readonly number: number
  /** Such as `grass.111`. */
  readonly name: string
  /** [CF-6.8] Unsigned, 32 bits. Clients cache pictures by name and checksum. */
  readonly checksum: number
  readonly colour: FaceColours
}

/** Protocol colour numbers: for the ones and the zeros of the bitmap, and for the magic map. */
interface FaceColours {
  readonly fg: number
  readonly bg: number
  readonly magic: number
}

/** Width and height of the pictures for clients of 1997. */
const smallSize = 24
/** Number of pictures in a row of a sheet. */
const columns = 16

/** Decoded on first use, which takes some 10 ms per sheet. */
const sheets = {
  large: lazy(() => decode(new Uint8Array(facesPng))),
  small: lazy(() => decode(new Uint8Array(smallFacesPng))),
} as const

const { faces: listed } = parseFaceMetadata('faces.face', faceList)

export const builtinFaces: readonly Face[] = listed.map(
  ({ name, foreground, background, magicMap }, index) => ({
    number: index + 1,
    name,
    get checksum() {
      return encodings[index]!.checksum()
    },
    colour: { fg: colourNumber(foreground), bg: colourNumber(background), magic: colourNumber(magicMap) },
  }),
)

const numbers: ReadonlyMap<string, number> = new Map(builtinFaces.map(({ name, number }) => [name, number]))

/** Throws for an unknown name, which is a bug of the built-in world. */
export function faceNumberOf(name: string): number {
  const number = numbers.get(name)
  if (number === undefined) throw new Error(`there is no face ${name}`)
  return number
}

/** The formats are created on first use and shared, so callers must not modify them. */
interface FaceEncodings {
  checksum(): number
  /** 32 by 32 pixels. */
  pixels(): Picture
  /** For today's clients: 32 by 32 pixels with alpha. */
  png(): Uint8Array
  /** For clients of 1997: 24 by 24 pixels as Latin-1 text. */
  xpm(): Uint8Array
  /** In two colours: 24 by 24 bits in 72 bytes. */
  bitmap(): Uint8Array
}

const encodings: readonly FaceEncodings[] = listed.map((_, index) => {
  const pixels = lazy(() => cutFace(sheets.large(), index, cellSize))
  const small = lazy(() => cutFace(sheets.small(), index, smallSize))
  return {
    checksum: lazy(() => checksumOf([pixels(), small()])),
    pixels,
    png: lazy(() => encodePng(pixels(), 9)),
    xpm: lazy(() => encodeXpm(small())),
    bitmap: lazy(() => encodeBitmap(small())),
  }
})

function cutFace(sheet: DecodedPng, index: number, size: number): Picture {
  return cutPicture(sheet, (index % columns) * size, Math.floor(index / columns) * size, size)
}

/** FNV-1a hash of red, green, blue and opacity of each pixel. */
function checksumOf(pictures: readonly Picture[]): number {
  let sum = 0x811c9dc5
  for (const { colours, opacities } of pictures) {
    for (let pixel = 0; pixel < colours.length; pixel++) {
      const colour = colours[pixel]!
      sum = Math.imul(sum ^ (colour >> 16), fnvPrime)
      sum = Math.imul(sum ^ ((colour >> 8) & 0xff), fnvPrime)
      sum = Math.imul(sum ^ (colour & 0xff), fnvPrime)
      sum = Math.imul(sum ^ opacities[pixel]!, fnvPrime)
    }
  }
  return sum >>> 0
}
const fnvPrime = 0x01000193

/** Throws for an unknown number, which is a bug. */
export function encodingsOf(number: number): FaceEncodings {
  const found = encodings[number - 1]
  if (!found) throw new RangeError(`there is no face ${number}`)
  return found
}
