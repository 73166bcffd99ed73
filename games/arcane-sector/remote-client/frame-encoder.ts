// [AS-17.1]

import { bytesPerRow, pictureBytes, screenMessages, streamSize } from '../packets/pixel-stream.ts'

/** One in this many pictures is a key frame. Other frames have only the changed rows. */
const wholeEvery = 21

export class FrameEncoder {
  /** The picture that the client has. */
  readonly #shown = new Uint8Array(pictureBytes)
  #frameCount = 0

  /** `picture`: 428 x 240 pixels of four bytes each. */
  next(picture: Uint8Array | Uint8ClampedArray): Uint8Array {
    if (picture.length !== pictureBytes) throw new RangeError(`a frame of ${picture.length} bytes`)
    return this.#frameCount++ % wholeEvery === 0 ? this.#whole(picture) : this.#changes(picture)
  }

  /** Undefined if the client already has this picture. */
  changed(picture: Uint8Array | Uint8ClampedArray): Uint8Array | undefined {
    return this.#frameCount > 0 && !this.#differs(picture, 0, pictureBytes) ? undefined : this.next(picture)
  }

  /** Clears the lowest bit of the first byte, because this bit is set in all other messages. */
  #whole(picture: Uint8Array | Uint8ClampedArray): Uint8Array {
    this.#shown.set(picture)
    this.#shown[0] = picture[0]! & 0xfe
    return this.#shown.slice()
  }

  #changes(picture: Uint8Array | Uint8ClampedArray): Uint8Array {
    const rows: { row: number; pixels: Uint8Array }[] = []
    for (let row = 0; row < streamSize.height; row++) {
      const from = row * bytesPerRow
      if (!this.#differs(picture, from, from + bytesPerRow)) continue
      const pixels = new Uint8Array(picture.subarray(from, from + bytesPerRow))
      this.#shown.set(pixels, from)
      rows.push({ row, pixels })
    }
    // Diff frames are the same in both dialects.
    return screenMessages[2019].encode({ type: 'diff', rows })
  }

  #differs(picture: Uint8Array | Uint8ClampedArray, from: number, to: number): boolean {
    for (let at = from; at < to; at++) if (picture[at] !== this.#shown[at]) return true
    return false
  }
}
