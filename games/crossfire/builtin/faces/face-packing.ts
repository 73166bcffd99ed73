// [CF-6.12] Pre-rendered pictures of faces as text: drawing one takes several milliseconds and encoding its PNG another
// one, and a client that requests all faces must not delay others.
import { deflateSync, inflateSync } from 'fflate'
import { decodeBase64 } from '../../../../wire/util/base64.ts'
import { opacitySteps, type Picture, palette } from './drawing/picture.ts'
import { encodePng } from './drawing/png.ts'

/** One drawing in both sizes: 32 and 24 pixels. */
export interface FacePictures {
  readonly large: Picture
  readonly small: Picture
}

/** Base64 text. */
export interface PackedFace {
  /** The large picture as sent to clients. */
  readonly png: string
  /**
   * The small picture, deflated: for each pixel its palette index from 1, or 0 if transparent; then the opacity steps.
   */
  readonly small: string
}

const smallSize = 24
const smallPoints = smallSize ** 2

/** The contents of `PackedFace` before base64. */
export function packFace({ large, small }: FacePictures): { readonly [of in keyof PackedFace]: Uint8Array } {
  const plain = new Uint8Array(2 * smallPoints)
  for (const [pixel, opacity] of small.opacities.entries()) {
    plain[pixel] = palette.indexOf(small.colours[pixel]!) + 1
    plain[smallPoints + pixel] = (opacity / 255) * opacitySteps
  }
  return { png: encodePng(large, 9), small: deflateSync(plain, { level: 9 }) }
}

export function unpackPng({ png }: PackedFace): Uint8Array {
  return decodeBase64(png)
}

export function unpackSmall({ small }: PackedFace): Picture {
  const plain = inflateSync(decodeBase64(small), { out: new Uint8Array(2 * smallPoints) })
  const colours = new Uint32Array(smallPoints)
  const opacities = new Uint8Array(smallPoints)
  for (let pixel = 0; pixel < smallPoints; pixel++) {
    const place = plain[pixel]!
    if (place > 0) colours[pixel] = palette[place - 1]!
    opacities[pixel] = plain[smallPoints + pixel]! * (255 / opacitySteps)
  }
  return { size: smallSize, colours, opacities }
}

/** [CF-6.8] Tests compare face-table-data.ts with this. */
export function checksumOf({ large, small }: FacePictures): number {
  let sum = 0x811c9dc5
  for (const { colours, opacities } of [large, small]) {
    for (const [pixel, colour] of colours.entries()) {
      for (const byte of [colour >> 16, (colour >> 8) & 0xff, colour & 0xff, opacities[pixel]!])
        sum = Math.imul(sum ^ byte, 0x01000193)
    }
  }
  return sum >>> 0
}
