// A picture consists of columns of posts, and each post is checked before it is drawn.
import { MapError } from '../map-error.ts'
import type { Lump } from '../wad.ts'

/**
 * `left`, `top`: offset of the picture's origin from its upper left corner. `pixels`: palette indexes row by row;
 * negative for transparent.
 */
export interface WadPicture {
  readonly width: number
  readonly height: number
  readonly left: number
  readonly top: number
  readonly pixels: Int16Array
}

const headerBytes = 8
const columnEnd = 0xff
/** Maximum side and pixels of a picture or texture, enough for any known sky. */
export const maxSide = 4096
export const maxPixels = 1024 * 1024
/**
 * Maximum number of pixels in all posts, as a multiple of the picture's pixels. Columns may share posts, and posts may
 * overlap.
 */
const maxOverdraw = 4

/**
 * Throws MapError with the name of the lump if the picture is truncated, too large, or has pixels outside its bounds.
 */
export function readWadPicture({ name, bytes }: Lump): WadPicture {
  const error = (problem: string) => new MapError(`the picture ${name} ${problem}`)
  if (bytes.length < headerBytes) throw error(`has ${bytes.length} bytes and no header`)
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const [width, height, left, top] = [0, 2, 4, 6].map((at) => view.getInt16(at, true)) as Four
  if (width < 1 || height < 1 || width > maxSide || height > maxSide || width * height > maxPixels)
    throw error(`is ${width} by ${height} pixels`)
  if (headerBytes + width * 4 > bytes.length) throw error(`has ${bytes.length} bytes for ${width} columns`)
  const pixels = new Int16Array(width * height).fill(-1)
  let drawn = 0
  for (let x = 0; x < width; x++) {
    for (const { from, row, count } of readPosts(bytes, view.getUint32(headerBytes + x * 4, true))) {
      if (from === undefined) throw error(`has a column ${x} that is outside the lump`)
      if (row + count > height) throw error(`has a column ${x} taller than ${height} pixels`)
      drawn += count + 1
      if (drawn > (pixels.length + width) * maxOverdraw) throw error('has too many overlapping posts')
      for (let n = 0; n < count; n++) pixels[(row + n) * width + x] = bytes[from + n]!
    }
  }
  return { width, height, left, top, pixels }
}
type Four = [number, number, number, number]

/** `from`: position of the post's first pixel in the lump. Undefined if the lump ends too early. */
function* readPosts(bytes: Uint8Array, start: number) {
  let row = -1
  for (let at = start; bytes[at] !== columnEnd; ) {
    const [delta, count] = [bytes[at], bytes[at + 1]]
    if (delta === undefined || count === undefined || at + 3 + count > bytes.length) {
      yield { from: undefined, row: 0, count: 0 }
      return
    }
    // In pictures of over 254 rows, a row number that does not exceed that of the previous post is relative to it.
    row = delta <= row ? row + delta : delta
    yield { from: at + 3, row, count }
    at += count + 4
  }
}
