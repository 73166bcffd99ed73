import { deflateSync, inflateSync } from 'fflate'
import type { Picture } from '../../../games/picture.ts'
import { decode, encode } from '../../../wire/codec/codec.ts'
import { BE } from '../../../wire/codec/fields/numbers.ts'
import { struct } from '../../../wire/codec/fields/struct.ts'
import { concatBytes } from '../../../wire/util/concat-bytes.ts'

/** Maximum width and height in pixels. A picture of 240 × 135 pixels has less than 100 kB before compression. */
const maxPixels = 240

const size = struct({ width: BE.u16, height: BE.u16 })
const sizeBytes = 4

export function packPicture(picture: Picture): Uint8Array {
  const scale = Math.max(1, Math.ceil(Math.max(picture.width, picture.height) / maxPixels))
  const [width, height] = [Math.floor(picture.width / scale), Math.floor(picture.height / scale)]
  const rgb = new Uint8Array(width * height * 3)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      for (let channel = 0; channel < 3; channel++)
        rgb[(y * width + x) * 3 + channel] = average(picture, x, y, channel, scale)
  return concatBytes([encode(size, { width, height }), deflateSync(rgb)])
}

/** Returns undefined if the bytes, which may come from an imported file, are not a valid picture. */
export function unpackPicture(packed: Uint8Array): Picture | undefined {
  if (packed.length < sizeBytes) return undefined
  const { width, height } = decode(size, packed.subarray(0, sizeBytes))
  if (width > maxPixels || height > maxPixels) return undefined
  const rgb = new Uint8Array(width * height * 3)
  try {
    const { length } = inflateSync(packed.subarray(sizeBytes), { out: rgb })
    return length === rgb.length && length > 0 ? { width, height, rgb } : undefined
  } catch {
    // The data is damaged, or longer than a picture of this size.
    return undefined
  }
}

/** The mean of a square of `scale` × `scale` pixels in one colour channel. */
function average({ width, rgb }: Picture, x: number, y: number, channel: number, scale: number): number {
  let sum = 0
  for (let down = 0; down < scale; down++)
    for (let right = 0; right < scale; right++)
      sum += rgb[((y * scale + down) * width + x * scale + right) * 3 + channel]!
  return Math.round(sum / scale ** 2)
}
