// [CF-6.4] A picture in two colours, for screens that have no more: lines and shadows, as if drawn in ink.
import type { Picture } from '../made/faces/picture.ts'

/**
 * The order of an X bitmap: row by row, the leftmost of eight pixels in the lowest bit. Ones are drawn in the face's
 * `fg`, noughts in its `bg`. 24 by 24 give 72 bytes.
 */
export function encodeBitmap(picture: Picture): Uint8Array {
  const { size } = picture
  const across = size / 8
  const bytes = new Uint8Array(across * size)
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      if (isInked(picture, x, y)) bytes[y * across + (x >> 3)]! |= 1 << (x & 7)
    }
  }
  return bytes
}

/** Dark, or clearly darker than what is around it. */
function isInked(picture: Picture, x: number, y: number): boolean {
  const light = lightAt(picture, x, y)
  if (light === undefined) return false
  const around: number[] = []
  for (let dy = -reach; dy <= reach; dy++) {
    for (let dx = -reach; dx <= reach; dx++) {
      const near = lightAt(picture, x + dx, y + dy)
      if (near !== undefined) around.push(near)
    }
  }
  const mean = around.reduce((sum, near) => sum + near, 0) / around.length
  return light < darkest || light < mean * contrast
}

const reach = 3
/** Of 255. */
const darkest = 52
const contrast = 0.9

/** 0 to 255; undefined: one sees through, or it is outside. */
function lightAt({ size, colours, opacities }: Picture, x: number, y: number): number | undefined {
  if (x < 0 || y < 0 || x >= size || y >= size) return undefined
  const pixel = y * size + x
  if (opacities[pixel]! < 128) return undefined
  const colour = colours[pixel]!
  return 0.3 * (colour >> 16) + 0.59 * ((colour >> 8) & 0xff) + 0.11 * (colour & 0xff)
}
