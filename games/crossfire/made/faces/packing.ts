// [CF-6.12] The finished pictures of a face as text: to draw one takes some milliseconds, to make a PNG of it one more, and
// whoever asks for all faces at once must not make others wait for it.
import { deflateSync, inflateSync } from 'fflate'
import { fromBase64 } from '../../../shared/base64.ts'
import { opacitySteps, type Picture, palette } from './picture.ts'
import { encodePng } from './png.ts'

/** One drawing in both sizes: 32 and 24 points. */
export interface Pictures {
  readonly large: Picture
  readonly small: Picture
}

/** In base64. */
export interface Packed {
  /** The large picture, as clients are sent it. */
  readonly png: string
  /**
   * Of the small one, deflated, all points' colours as places in the palette, from 1, 0 where nothing is; then their
   * opacities in steps.
   */
  readonly small: string
}

const smallSize = 24
const smallPoints = smallSize ** 2

/** As `Packed` has them, before they are text. */
export function pack({ large, small }: Pictures): { readonly [of in keyof Packed]: Uint8Array } {
  const plain = new Uint8Array(2 * smallPoints)
  for (const [pixel, opacity] of small.opacities.entries()) {
    plain[pixel] = palette.indexOf(small.colours[pixel]!) + 1
    plain[smallPoints + pixel] = (opacity / 255) * opacitySteps
  }
  return { png: encodePng(large), small: deflateSync(plain, { level: 9 }) }
}

export function unpackPng({ png }: Packed): Uint8Array {
  return fromBase64(png)
}

export function unpackSmall({ small }: Packed): Picture {
  const plain = inflateSync(fromBase64(small), { out: new Uint8Array(2 * smallPoints) })
  const colours = new Uint32Array(smallPoints)
  const opacities = new Uint8Array(smallPoints)
  for (let pixel = 0; pixel < smallPoints; pixel++) {
    const place = plain[pixel]!
    if (place > 0) colours[pixel] = palette[place - 1]!
    opacities[pixel] = plain[smallPoints + pixel]! * (255 / opacitySteps)
  }
  return { size: smallSize, colours, opacities }
}

/** [CF-6.8] The one written down in checksums.ts is compared with this by the tests. */
export function checksumOf({ large, small }: Pictures): number {
  let sum = 0x811c9dc5
  for (const { colours, opacities } of [large, small]) {
    for (const [pixel, colour] of colours.entries()) {
      for (const byte of [colour >> 16, (colour >> 8) & 0xff, colour & 0xff, opacities[pixel]!])
        sum = Math.imul(sum ^ byte, 0x01000193)
    }
  }
  return sum >>> 0
}
