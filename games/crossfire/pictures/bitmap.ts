// [CF-6.4] Lines and shadows, like an ink drawing.
import type { Picture } from './picture.ts'

/**
 * Bit order of an X bitmap: row by row, the leftmost of eight pixels in the lowest bit. A one has the colour `fg` of
 * the face, a zero has `bg`. A picture of 24 by 24 pixels takes 72 bytes.
 */
export function encodeBitmap(picture: Picture): Uint8Array {
  const { size } = picture
  const across = size / 8
  const bytes = new Uint8Array(across * size)
  const lights = lightsOf(picture)
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      if (isInked(lights, size, x, y)) bytes[y * across + (x >> 3)]! |= 1 << (x & 7)
    }
  }
  return bytes
}

/** Whether the pixel is black: it is very dark, or clearly darker than its surroundings. */
function isInked(lights: Float64Array, size: number, x: number, y: number): boolean {
  const light = lights[y * size + x]!
  if (light < 0) return false
  let [sum, count] = [0, 0]
  for (let near = Math.max(0, y - reach); near <= Math.min(size - 1, y + reach); near++) {
    for (let at = Math.max(0, x - reach); at <= Math.min(size - 1, x + reach); at++) {
      const other = lights[near * size + at]!
      if (other < 0) continue
      sum += other
      count++
    }
  }
  return light < darkest || light < (sum / count) * contrast
}

/** The lightness of neighbours is averaged up to this distance in pixels. */
const reach = 3
/** Lightness, 0 to 255, below which a pixel is always black. */
const darkest = 52
/** A pixel is black if it is darker than this fraction of its neighbours' average. */
const contrast = 0.9

/** Lightness of each pixel, 0 to 255; negative for a transparent one. */
function lightsOf({ colours, opacities }: Picture): Float64Array {
  return Float64Array.from(colours, (colour, pixel) =>
    opacities[pixel]! < 128
      ? -1
      : 0.3 * (colour >> 16) + 0.59 * ((colour >> 8) & 0xff) + 0.11 * (colour & 0xff),
  )
}
