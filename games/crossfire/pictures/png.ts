// [CF-6.7]
import { type DecodedPng, decode, encode } from 'fast-png'
import { ImportError } from '../import/format/import-error.ts'
import type { Picture } from './picture.ts'
import { sanitizePng } from './sanitize-png.ts'

/** Width and height of a cell's picture in pixels. */
export const cellSize = 32

/** `level`: the compression level of zlib. */
export function encodePng({ size, colours, opacities }: Picture, level: 6 | 9): Uint8Array {
  const data = new Uint8Array(size * size * 4)
  for (const [pixel, colour] of colours.entries())
    data.set([colour >> 16, (colour >> 8) & 0xff, colour & 0xff, opacities[pixel]!], pixel * 4)
  return encode({ width: size, height: size, data, channels: 4, depth: 8 }, { zlib: { level } })
}

/** Throws ImportError with the name of the file if the PNG is invalid or too large. */
export function decodePng(name: string, file: Uint8Array): DecodedPng {
  try {
    return decode(sanitizePng(name, file))
  } catch (error) {
    if (error instanceof ImportError) throw error
    throw new ImportError(
      name,
      undefined,
      `invalid PNG: ${error instanceof Error ? error.message : 'unreadable'}`,
    )
  }
}

/** `left` and `top`: the upper left corner. Pixels outside of the picture are transparent. */
export function cutPicture(png: DecodedPng, left: number, top: number, size: number): Picture {
  const { width, height, channels, palette, transparency } = png
  const samples = samplesOf(png)
  const [colours, opacities] = [new Uint32Array(size * size), new Uint8Array(size * size)]
  for (let y = 0; y < size && top + y < height; y++)
    for (let x = 0; x < size && left + x < width; x++) {
      const at = ((top + y) * width + left + x) * channels
      const sample = (channel: number) => samples[at + channel]!
      const pixel = y * size + x
      const entry = palette?.[sample(0)]
      if (entry) {
        const [red = 0, green = 0, blue = 0, opacity] = entry
        colours[pixel] = (red << 16) | (green << 8) | blue
        opacities[pixel] = opacity ?? transparency?.[sample(0)] ?? 255
      } else {
        const grey = channels < 3
        colours[pixel] = (sample(0) << 16) | (sample(grey ? 0 : 1) << 8) | sample(grey ? 0 : 2)
        opacities[pixel] = channels % 2 === 0 ? sample(channels - 1) : 255
      }
    }
  return { size, colours, opacities }
}

/** Either 0 to 255 or palette indexes. */
function samplesOf(png: DecodedPng): ArrayLike<number> {
  if (png.depth === 16) return png.data.map((sample) => sample >> 8)
  return png.depth === 8 ? png.data : unpacked(png)
}

/**
 * At a depth below 8 bits, a byte contains several samples, the first in its highest bits. Each row starts on a byte
 * boundary.
 */
function unpacked({ data, width, height, depth, palette }: DecodedPng): Uint8Array {
  const [most, perRow] = [2 ** depth - 1, Math.ceil((width * depth) / 8)]
  const whole = palette ? 1 : 255 / most
  return Uint8Array.from({ length: width * height }, (_, pixel) => {
    const bit = (pixel % width) * depth
    const byte = data[Math.floor(pixel / width) * perRow + (bit >> 3)]!
    return ((byte >> (8 - depth - (bit & 7))) & most) * whole
  })
}
