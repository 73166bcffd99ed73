// Pixels of one cell of an imported picture. [CF-20.5]
import { type DecodedPng, decode } from 'fast-png'
import type { Picture } from '../../builtin/faces/drawing/picture.ts'
import { ImportError } from '../format/import-error.ts'
import { sanitizePng } from './png-bounds.ts'

/** Width and height of a cell in pixels. */
export const cellSize = 32

/** Decodes 32 by 32 pixels of a PNG; outside is transparent. Throws ImportError if it is broken or too large. */
export function cellPixels(name: string, file: Uint8Array, left: number, top: number): Picture {
  const png = decoded(name, file)
  const { width, height, channels, palette, transparency } = png
  const sampled = samplesOf(png)
  const [colours, opacities] = [new Uint32Array(cellSize * cellSize), new Uint8Array(cellSize * cellSize)]
  for (let y = 0; y < cellSize && top + y < height; y++)
    for (let x = 0; x < cellSize && left + x < width; x++) {
      const at = ((top + y) * width + left + x) * channels
      const sample = (channel: number) => sampled[at + channel]!
      const pixel = y * cellSize + x
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
  return { size: cellSize, colours, opacities }
}

function decoded(name: string, file: Uint8Array): DecodedPng {
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

/** The samples of all pixels, 0 to 255 each, or palette indexes. */
function samplesOf(png: DecodedPng): ArrayLike<number> {
  if (png.depth === 16) return png.data.map((sample) => sample >> 8)
  return png.depth === 8 ? png.data : unpacked(png)
}

/** Below 8 bits a byte holds several samples, highest bits first. Each row starts on a byte boundary. */
function unpacked({ data, width, height, depth, palette }: DecodedPng): Uint8Array {
  const [most, perRow] = [2 ** depth - 1, Math.ceil((width * depth) / 8)]
  const whole = palette ? 1 : 255 / most
  return Uint8Array.from({ length: width * height }, (_, pixel) => {
    const bit = (pixel % width) * depth
    const byte = data[Math.floor(pixel / width) * perRow + (bit >> 3)]!
    return ((byte >> (8 - depth - (bit & 7))) & most) * whole
  })
}
