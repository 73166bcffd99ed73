// A picture in a WAD: columns of posts, each checked before it is drawn.
import { MapFault } from '../map-fault.ts'
import type { Lump } from '../wad.ts'

/** `left` and `top`: how far its foot lies from its corner. By the palette's numbers, row by row; below 0 nothing is. */
export interface WadPicture {
  readonly width: number
  readonly height: number
  readonly left: number
  readonly top: number
  readonly pixels: Int16Array
}

const header = 8
const end = 0xff
/** Pixels wide and high: as large as any sky has become. */
const longest = 4096
/** Pixels in all. */
const most = 1024 * 1024
/** Of what it holds, how often it may be drawn over: columns may share their posts, and posts may overlap. */
const mostOver = 4

/** Throws MapFault, naming the lump: it ends too early, is too large, or has pixels where it is not. */
export function readPicture({ name, bytes }: Lump): WadPicture {
  const fault = (says: string) => new MapFault(`the picture ${name} ${says}`)
  if (bytes.length < header) throw fault(`has ${bytes.length} bytes, and no header`)
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const [width, height, left, top] = [0, 2, 4, 6].map((at) => view.getInt16(at, true)) as Four
  if (width < 1 || height < 1 || width > longest || height > longest || width * height > most)
    throw fault(`is ${width} by ${height} pixels`)
  if (header + width * 4 > bytes.length) throw fault(`has ${bytes.length} bytes for ${width} columns`)
  const pixels = new Int16Array(width * height).fill(-1)
  let drawn = 0
  for (let x = 0; x < width; x++) {
    for (const { from, row, count } of postsOf(bytes, view.getUint32(header + x * 4, true))) {
      if (from === undefined) throw fault(`has a column ${x} that leaves the lump`)
      if (row + count > height) throw fault(`has a column ${x} of over ${height} pixels`)
      drawn += count + 1
      if (drawn > (pixels.length + width) * mostOver) throw fault('draws over itself without end')
      for (let n = 0; n < count; n++) pixels[(row + n) * width + x] = bytes[from + n]!
    }
  }
  return { width, height, left, top, pixels }
}
type Four = [number, number, number, number]

/** Of one column; `from` is undefined where the lump ends before it does. */
function* postsOf(bytes: Uint8Array, start: number) {
  let row = -1
  for (let at = start; bytes[at] !== end; ) {
    const [delta, count] = [bytes[at], bytes[at + 1]]
    if (delta === undefined || count === undefined || at + 3 + count > bytes.length) {
      yield { from: undefined, row: 0, count: 0 }
      return
    }
    // Of pictures over 254 high: what does not lie below the post before is counted from it.
    row = delta <= row ? row + delta : delta
    yield { from: at + 3, row, count }
    at += count + 4
  }
}
