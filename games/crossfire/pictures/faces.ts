// [CF-6.11] Every picture there is: one drawing, numbered and named for ever, in the three forms clients ask for. It was
// drawn ahead (made/faces/packed.ts).
import { checksums } from '../made/faces/checksums.ts'
import { faceNames } from '../made/faces/names.ts'
import { packed } from '../made/faces/packed.ts'
import { unpackPng, unpackSmall } from '../made/faces/packing.ts'
import type { Picture } from '../made/faces/picture.ts'
import { decodePng } from '../made/faces/png.ts'
import type { Colours } from '../made/faces/source.ts'
import { sources } from '../made/faces/sources.ts'
import { encodeBitmap } from './bitmap.ts'
import { encodeXpm } from './xpm.ts'

export interface Face {
  /** From 1; 0 is none. */
  readonly number: number
  /** As `grass.111`. */
  readonly name: string
  /** [CF-6.8] Of what is drawn, 32 bits without a sign: clients keep pictures under name and checksum. */
  readonly checksum: number
  readonly colour: Colours
}

export const faces: readonly Face[] = faceNames.map((name, index) => ({
  number: index + 1,
  name,
  checksum: checksums[index]!,
  colour: sources[name]!.colours,
}))

const numbers: ReadonlyMap<string, number> = new Map(faces.map(({ name, number }) => [name, number]))

/** Its number. An unknown name is a fault of ours. */
export function faceNamed(name: string): number {
  const number = numbers.get(name)
  if (number === undefined) throw new Error(`there is no face ${name}`)
  return number
}

/** 32 by 32 as plain pixels. Like the three forms below made when first asked for and then shared: do not write into it. */
export function pixels(number: number): Picture {
  return formsOf(number).pixels()
}

/** 32 by 32, with opacity. All three forms are made when first asked for and then shared: do not write into them. */
export function png(number: number): Uint8Array {
  return formsOf(number).png()
}

/** 24 by 24 as text, in Latin-1. */
export function xpm(number: number): Uint8Array {
  return formsOf(number).xpm()
}

/** 24 by 24 bits, 72 bytes. */
export function bitmap(number: number): Uint8Array {
  return formsOf(number).bitmap()
}

interface Forms {
  pixels(): Picture
  png(): Uint8Array
  xpm(): Uint8Array
  bitmap(): Uint8Array
}

const forms: readonly Forms[] = faceNames.map((_, index) => {
  const ready = packed[index]!
  const file = once(() => unpackPng(ready))
  const small = once(() => unpackSmall(ready))
  return {
    pixels: once(() => decodePng(file())),
    png: file,
    xpm: once(() => encodeXpm(small())),
    bitmap: once(() => encodeBitmap(small())),
  }
})

function formsOf(number: number): Forms {
  const found = forms[number - 1]
  if (!found) throw new RangeError(`there is no face ${number}`)
  return found
}

/** Made at the first call, the same ever after. */
function once<T>(make: () => T): () => T {
  let made: T | undefined
  return () => {
    made ??= make()
    return made
  }
}
