// All faces and animations of a world by number: the built-in ones, followed by those that the room's owner uploaded.
// [CF-6.11]
import type { Picture } from '../../pictures/picture.ts'
import { type Animation, animations } from './animations.ts'
import { type Face, faceBitmap, facePixels, facePng, faces, faceXpm } from './face-table.ts'

export interface Gallery {
  /** Highest number of a face, and of an animation. */
  readonly lastFace: number
  readonly lastAnimation: number
  /** The face with that number. Like the methods below, it throws for an unknown number, which is a bug. */
  face(number: number): Face
  /** The picture for today's clients, which may be larger than a cell. */
  png(number: number): Uint8Array
  /** The picture for clients of 1997, with 24 by 24 pixels. */
  xpm(number: number): Uint8Array
  bitmap(number: number): Uint8Array
  /** The picture with 32 by 32 pixels. Of a larger picture it is the lower right cell. */
  pixels(number: number): Picture
  animation(number: number): Animation
  /** [CF-6.16] The pictures of face set 1; undefined if the world has no such set. */
  readonly classic?: ClassicPictures | undefined
}

/** [CF-6.16] */
export interface ClassicPictures {
  /** The checksum of a face's picture in set 1; undefined if the face has a picture only in set 0. */
  checksumOf(number: number): number | undefined
  png(number: number): Uint8Array
}

/**
 * [CF-6.16] The set from which a client with the setting `faceSet` gets the face, and the face's checksum in that set.
 */
export function resolveFaceInSet(
  gallery: Gallery,
  number: number,
  faceSet: number,
): Pick<Face, 'name' | 'checksum'> & { readonly set: number } {
  const classicSum = faceSet === 1 ? gallery.classic?.checksumOf(number) : undefined
  const { name, checksum } = gallery.face(number)
  return { name, checksum: classicSum ?? checksum, set: classicSum === undefined ? 0 : 1 }
}

/** The gallery of worlds that have only the built-in pictures. */
export const builtinGallery: Gallery = {
  lastFace: faces.length,
  lastAnimation: animations.length,
  face: (number) => requireEntry(faces[number - 1], 'face', number),
  ...{ png: facePng, xpm: faceXpm, bitmap: faceBitmap, pixels: facePixels },
  animation: (number) => requireEntry(animations[number - 1], 'animation', number),
}

function requireEntry<T>(what: T | undefined, kind: string, number: number): T {
  if (what === undefined) throw new RangeError(`there is no ${kind} ${number}`)
  return what
}
