// [CF-6.12] The finished pictures of a face as text, deflated: to draw one takes twenty times as long as to unpack it, and
// whoever asks for faces must not make others wait for the drawing.
import { deflateSync, inflateSync } from 'fflate'
import { fromBase64 } from '../../../shared/base64.ts'
import { opacitySteps, type Picture, palette } from './picture.ts'

/** One drawing in both sizes: 32 and 24 points. */
export interface Pictures {
  readonly large: Picture
  readonly small: Picture
}

const sizes = { large: 32, small: 24 } as const
const points = sizes.large ** 2 + sizes.small ** 2

/** First all points' colours as places in the palette, from 1, 0 where nothing is; then their opacities in steps; deflated. */
export function pack({ large, small }: Pictures): Uint8Array {
  const plain = new Uint8Array(2 * points)
  let at = 0
  for (const { colours, opacities } of [large, small]) {
    for (const [pixel, opacity] of opacities.entries()) {
      plain[at] = palette.indexOf(colours[pixel]!) + 1
      plain[points + at++] = (opacity / 255) * opacitySteps
    }
  }
  return deflateSync(plain, { level: 9 })
}

/** `text`: what `pack` gave, in base64. */
export function unpack(text: string): Pictures {
  const plain = inflateSync(fromBase64(text), { out: new Uint8Array(2 * points) })
  return {
    large: pictureAt(plain, 0, sizes.large),
    small: pictureAt(plain, sizes.large ** 2, sizes.small),
  }
}

function pictureAt(plain: Uint8Array, at: number, size: number): Picture {
  const colours = new Uint32Array(size * size)
  const opacities = new Uint8Array(size * size)
  for (let pixel = 0; pixel < size * size; pixel++) {
    const place = plain[at + pixel]!
    if (place > 0) colours[pixel] = palette[place - 1]!
    opacities[pixel] = plain[points + at + pixel]! * (255 / opacitySteps)
  }
  return { size, colours, opacities }
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
