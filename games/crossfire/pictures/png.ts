// [CF-6.7] A picture as a PNG of red, green, blue and opacity.
import { encode } from 'fast-png'
import type { Picture } from '../made/faces/picture.ts'

export function encodePng({ size, colours, opacities }: Picture): Uint8Array {
  const data = new Uint8Array(size * size * 4)
  for (const [pixel, colour] of colours.entries())
    data.set([colour >> 16, (colour >> 8) & 0xff, colour & 0xff, opacities[pixel]!], pixel * 4)
  return encode({ width: size, height: size, data, channels: 4, depth: 8 }, { zlib: { level: 9 } })
}
