// A world as it is now, seen from above: what its game draws, what its room's card and links to it show.

/** Of every picture, in pixels: small enough to be drawn whenever somebody asks, and as wide as cards of links are. */
export const pictureSize = { width: 480, height: 270 } as const

/** Opaque pixels, row by row from the top: red, green, blue, a byte each. */
export interface Picture {
  readonly width: number
  readonly height: number
  /** `width * height * 3` bytes. */
  readonly rgb: Uint8Array
}
