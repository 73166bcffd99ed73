// [CF-6.7] Encodes pictures as RGBA PNGs, which takes about a millisecond each, and decodes them.
import { decode, encode } from 'fast-png'
import type { Picture } from './picture.ts'

export function encodePng({ size, colours, opacities }: Picture, level: 6 | 9): Uint8Array {
  const data = new Uint8Array(size * size * 4)
  for (const [pixel, colour] of colours.entries())
    data.set([colour >> 16, (colour >> 8) & 0xff, colour & 0xff, opacities[pixel]!], pixel * 4)
  return encode({ width: size, height: size, data, channels: 4, depth: 8 }, { zlib: { level } })
}

/** Decodes the output of `encodePng`. */
export function decodePng(file: Uint8Array): Picture {
  const { width, data } = decode(file)
  const pixels = Array.from({ length: width * width }, (_, pixel) => pixel * 4)
  return {
    size: width,
    colours: Uint32Array.from(pixels, (at) => (data[at]! << 16) | (data[at + 1]! << 8) | data[at + 2]!),
    opacities: Uint8Array.from(pixels, (at) => data[at + 3]!),
  }
}
