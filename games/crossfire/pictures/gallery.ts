// All pictures of one world, by number: ours, and behind them those that its host brought. [CF-6.11]
import type { Picture } from '../made/faces/picture.ts'
import { type Animation, animations } from './animations.ts'
import { bitmap, type Face, faces, pixels, png, xpm } from './faces.ts'

export interface Gallery {
  /** The highest number of a face, and of an animation. */
  readonly last: number
  readonly lastAnimation: number
  /** A number that is none is a fault of ours, here and below. */
  face(number: number): Face
  /** As clients of today draw it; a picture may be larger than a cell. */
  png(number: number): Uint8Array
  /** 24 by 24, as clients of 1997 draw it. */
  xpm(number: number): Uint8Array
  bitmap(number: number): Uint8Array
  /** 32 by 32; of a larger one its lower right cell. */
  pixels(number: number): Picture
  animation(number: number): Animation
}

/** Of a world that has no pictures but ours. */
export const ourGallery: Gallery = {
  last: faces.length,
  lastAnimation: animations.length,
  face: (number) => found(faces[number - 1], 'face', number),
  ...{ png, xpm, bitmap, pixels },
  animation: (number) => found(animations[number - 1], 'animation', number),
}

function found<T>(what: T | undefined, kind: string, number: number): T {
  if (what === undefined) throw new RangeError(`there is no ${kind} ${number}`)
  return what
}
