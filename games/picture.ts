// The game draws the picture, and the room's card and link previews show it.

/** The size is quick to draw, and suits link previews. */
export const pictureSize = { width: 480, height: 270 } as const

/**
 * Opaque pixels, row by row from the top: red, green, blue, one byte each.
 * @example games/soaprun/view/picture.ts
 */
export interface Picture {
  readonly width: number
  readonly height: number
  /** `width * height * 3` bytes. */
  readonly rgb: Uint8Array
}
