// A Doom picture consists of columns, and a column of posts, which are runs of opaque pixels.

import type { Bitmap, Sprite } from '../../view/art/bitmap.ts'
import { transparentIndex } from '../../view/art/palette.ts'

/** A post's start and length are bytes, and 255 ends a column. */
const maxPostRow = 254
const headerBytes = 8
const columnEnd = 0xff

/**
 * Palette index 0 is transparent unless the picture is `solid`, as walls are. Throws RangeError if the picture is
 * taller than 254 pixels, the format's limit.
 */
export function encodePicture(picture: Sprite | Bitmap, solid = false): Uint8Array {
  const { width, height, data } = picture
  if (height > maxPostRow)
    throw new RangeError(`a picture ${height} pixels high; the maximum is ${maxPostRow}`)
  const columns = Array.from({ length: width }, (_, x) =>
    encodeColumn(
      Uint8Array.from({ length: height }, (_, y) => data[y * width + x]!),
      solid,
    ),
  )
  const starts = headerBytes + width * 4
  const bytes = new Uint8Array(columns.reduce((sum, { length }) => sum + length, starts))
  const view = new DataView(bytes.buffer)
  const [left, top] = 'left' in picture ? [picture.left, picture.top] : [0, 0]
  for (const [at, value] of [width, height, left, top].entries()) view.setInt16(at * 2, value, true)
  let at = starts
  for (const [x, column] of columns.entries()) {
    view.setUint32(headerBytes + x * 4, at, true)
    bytes.set(column, at)
    at += column.length
  }
  return bytes
}

/** Each post has an unused byte before and after its pixels. */
function encodeColumn(pixels: Uint8Array, solid: boolean): number[] {
  const posts: number[] = []
  for (let y = 0; y < pixels.length; ) {
    const from = y
    while (y < pixels.length && (solid || pixels[y] !== transparentIndex)) y++
    if (y > from) posts.push(from, y - from, 0, ...pixels.subarray(from, y), 0)
    else y++
  }
  return [...posts, columnEnd]
}

/** Removes empty rows and columns at the edges. The origin stays in place. */
export function trimSprite({ width, height, left, top, data }: Sprite): Sprite {
  const filled = (x: number, y: number) => data[y * width + x] !== transparentIndex
  const rows = range(height).filter((y) => range(width).some((x) => filled(x, y)))
  const columns = range(width).filter((x) => range(height).some((y) => filled(x, y)))
  const [x0, y0] = [columns[0] ?? 0, rows[0] ?? 0]
  const size = { width: (columns.at(-1) ?? 0) - x0 + 1, height: (rows.at(-1) ?? 0) - y0 + 1 }
  return {
    ...size,
    left: left - x0,
    top: top - y0,
    data: Uint8Array.from(
      { length: size.width * size.height },
      (_, at) => data[(y0 + Math.floor(at / size.width)) * width + x0 + (at % size.width)]!,
    ),
  }
}

function range(length: number): number[] {
  return Array.from({ length }, (_, at) => at)
}
