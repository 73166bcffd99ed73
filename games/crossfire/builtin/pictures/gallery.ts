// All faces and animations of a world by number: ours, followed by those that its owner uploaded. [CF-6.11]
import type { Picture } from '../../pictures/picture.ts'
import { type Animation, animations } from './animations.ts'
import { type Face, faceBitmap, facePixels, facePng, faces, faceXpm } from './face-table.ts'

export interface Gallery {
  /** Highest number of a face, and of an animation. */
  readonly lastFace: number
  readonly lastAnimation: number
  /** Unknown numbers throw, here and below: they are our bug. */
  face(number: number): Face
  /** For today's clients; may be larger than a cell. */
  png(number: number): Uint8Array
  /** 24 by 24 pixels, for clients of 1997. */
  xpm(number: number): Uint8Array
  bitmap(number: number): Uint8Array
  /** 32 by 32 pixels; of a larger picture its lower right cell. */
  pixels(number: number): Picture
  animation(number: number): Animation
  /** [CF-6.16] The pictures of face set 1; undefined if the world has none. */
  readonly classic?: ClassicPictures | undefined
}

/** [CF-6.16] */
export interface ClassicPictures {
  /** Undefined if the face only has a picture in set 0. */
  checksumOf(number: number): number | undefined
  png(number: number): Uint8Array
}

/** [CF-6.16] The set from which a client that asked for `faceSet` gets the face, and the checksum there. */
export function findFaceInSet(
  gallery: Gallery,
  number: number,
  faceSet: number,
): Pick<Face, 'name' | 'checksum'> & { readonly set: number } {
  const classicSum = faceSet === 1 ? gallery.classic?.checksumOf(number) : undefined
  const { name, checksum } = gallery.face(number)
  return { name, checksum: classicSum ?? checksum, set: classicSum === undefined ? 0 : 1 }
}

/** The gallery of worlds with our pictures only. */
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
