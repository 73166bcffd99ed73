// The built-in faces and animations, followed by those that the room's owner uploaded. [CF-6.11]
import type { Picture } from '../../pictures/picture.ts'
import { type Animation, builtinAnimations } from './animations.ts'
import { builtinFaces, encodingsOf, type Face } from './face-table.ts'

export interface FaceGallery {
  readonly lastFace: number
  readonly lastAnimation: number
  /** This method and those below throw for an unknown number, which is a bug. */
  face(number: number): Face
  /** The picture for today's clients, which may be larger than a cell. */
  png(number: number): Uint8Array
  /** The picture for clients of 1997, with 24 by 24 pixels. */
  xpm(number: number): Uint8Array
  bitmap(number: number): Uint8Array
  /** The picture in 32 by 32 pixels. Of a larger picture, only the lower right cell. */
  pixels(number: number): Picture
  animation(number: number): Animation
  /** [CF-6.16] Undefined if the world has no face set 1. */
  readonly classic?: ClassicPictures | undefined
}

/** [CF-6.16] */
export interface ClassicPictures {
  /** Undefined if the face has a picture only in set 0. */
  checksumOf(number: number): number | undefined
  png(number: number): Uint8Array
}

/**
 * [CF-6.16] Falls back to set 0 if set 1 has no picture of the face. The checksum is that of the picture in the
 * returned set.
 */
export function resolveFaceInSet(
  gallery: FaceGallery,
  number: number,
  faceSet: number,
): Pick<Face, 'name' | 'checksum'> & { readonly set: number } {
  const classicSum = faceSet === 1 ? gallery.classic?.checksumOf(number) : undefined
  const { name, checksum } = gallery.face(number)
  return { name, checksum: classicSum ?? checksum, set: classicSum === undefined ? 0 : 1 }
}

export const builtinGallery: FaceGallery = {
  lastFace: builtinFaces.length,
  lastAnimation: builtinAnimations.length,
  face: (number) => requireEntry(builtinFaces[number - 1], 'face', number),
  png: (number) => encodingsOf(number).png(),
  xpm: (number) => encodingsOf(number).xpm(),
  bitmap: (number) => encodingsOf(number).bitmap(),
  pixels: (number) => encodingsOf(number).pixels(),
  animation: (number) => requireEntry(builtinAnimations[number - 1], 'animation', number),
}

function requireEntry<T>(what: T | undefined, kind: string, number: number): T {
  if (what === undefined) throw new RangeError(`there is no ${kind} ${number}`)
  return what
}
