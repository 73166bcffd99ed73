import { encode } from 'fast-png'
import type { Picture } from '../../../games/game.ts'

const maxPaletteSize = 256

/** A picture with few colours gets a palette, which takes a third of the time and the bytes. */
export function encodePng({ width, height, rgb }: Picture): Uint8Array<ArrayBuffer> {
  const indexed = toPalette(rgb)
  const png = indexed
    ? encode({ width, height, channels: 1, depth: 8, data: indexed.data, palette: indexed.palette })
    : encode({ width, height, channels: 3, depth: 8, data: rgb })
  return new Uint8Array(png)
}

/**
 * `data`: for each pixel the index of its colour in `palette`. Returns undefined if the picture has too many colours
 * for a palette.
 */
function toPalette(rgb: Uint8Array): { data: Uint8Array; palette: number[][] } | undefined {
  const data = new Uint8Array(rgb.length / 3)
  const indexes = new Map<number, number>()
  let [last, lastIndex] = [-1, 0]
  for (let pixel = 0; pixel < data.length; pixel++) {
    const at = pixel * 3
    const colour = (rgb[at]! << 16) | (rgb[at + 1]! << 8) | rgb[at + 2]!
    if (colour !== last) {
      last = colour
      lastIndex = indexes.get(colour) ?? indexes.size
      if (lastIndex === maxPaletteSize) return undefined
      indexes.set(colour, lastIndex)
    }
    data[pixel] = lastIndex
  }
  const palette = [...indexes.keys()].map((colour) => [colour >> 16, (colour >> 8) & 0xff, colour & 0xff])
  return { data, palette }
}
