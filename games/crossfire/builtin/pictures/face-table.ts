// [CF-6.11] Our faces: permanent numbers and names, and pictures in the three formats that clients request. The
// pictures are pre-rendered (faces/packed-faces.ts).

import type { FaceColours } from '../faces/drawing/face-source.ts'
import type { Picture } from '../faces/drawing/picture.ts'
import { decodePng } from '../faces/drawing/png.ts'
import { faceNames } from '../faces/face-names.ts'
import { unpackPng, unpackSmall } from '../faces/face-packing.ts'
import { faceChecksums, faceColours } from '../faces/face-table-data.ts'
import { packedFaces } from '../faces/packed-faces.ts'
import { encodeBitmap } from './bitmap.ts'
import { encodeXpm } from './xpm.ts'

export interface Face {
  /** From 1; 0 means none. */
  readonly number: number
  /** Such as `grass.111`. */
  readonly name: string
  /** [CF-6.8] Unsigned 32-bit checksum of the picture: clients cache pictures by name and checksum. */
  readonly checksum: number
  readonly colour: FaceColours
}

export const faces: readonly Face[] = faceNames.map((name, index) => {
  const [fg, bg, magic] = faceColours[index]!
  return { number: index + 1, name, checksum: faceChecksums[index]!, colour: { fg, bg, magic } }
})

const numbers: ReadonlyMap<string, number> = new Map(faces.map(({ name, number }) => [name, number]))

/** The number of a face. Throws for an unknown name, which is our bug. */
export function faceNumberOf(name: string): number {
  const number = numbers.get(name)
  if (number === undefined) throw new Error(`there is no face ${name}`)
  return number
}

/** 32 by 32 pixels. Created on first use and shared, like the formats below: do not modify. */
export function facePixels(number: number): Picture {
  return encodingsOf(number).pixels()
}

/** 32 by 32 pixels with alpha. */
export function facePng(number: number): Uint8Array {
  return encodingsOf(number).png()
}

/** 24 by 24 pixels as Latin-1 text. */
export function faceXpm(number: number): Uint8Array {
  return encodingsOf(number).xpm()
}

/** 24 by 24 bits, 72 bytes. */
export function faceBitmap(number: number): Uint8Array {
  return encodingsOf(number).bitmap()
}

interface FaceEncodings {
  pixels(): Picture
  png(): Uint8Array
  xpm(): Uint8Array
  bitmap(): Uint8Array
}

const encodings: readonly FaceEncodings[] = faceNames.map((_, index) => {
  const ready = packedFaces[index]!
  const file = lazy(() => unpackPng(ready))
  const small = lazy(() => unpackSmall(ready))
  return {
    pixels: lazy(() => decodePng(file())),
    png: file,
    xpm: lazy(() => encodeXpm(small())),
    bitmap: lazy(() => encodeBitmap(small())),
  }
})

function encodingsOf(number: number): FaceEncodings {
  const found = encodings[number - 1]
  if (!found) throw new RangeError(`there is no face ${number}`)
  return found
}

/** Caches the result of the first call. */
function lazy<T>(make: () => T): () => T {
  let made: T | undefined
  return () => {
    made ??= make()
    return made
  }
}
