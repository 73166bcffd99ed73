// The format that map.bin, mparts.pxattr and map.attributes share: u16le width, u16le height, then bytes row by row.
import { MapError } from './map-error.ts'

export interface Grid {
  readonly width: number
  readonly height: number
  /** A copy, row by row. */
  readonly cells: Uint8Array
}

const headBytes = 4

/**
 * Bytes after the last cell are ignored, with a warning. Throws MapError if the file is truncated, has no cell, or is
 * larger than `max`.
 */
export function readGrid(
  file: string,
  bytes: Uint8Array,
  max: { width: number; height: number },
  warnings: string[],
): Grid {
  if (bytes.length < headBytes)
    throw new MapError(`${file}: ${bytes.length} bytes, too short for a width and a height`)
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const width = view.getUint16(0, true)
  const height = view.getUint16(2, true)
  if (!width || !height) throw new MapError(`${file}: its size is ${width}x${height}`)
  if (width > max.width || height > max.height) {
    throw new MapError(`${file}: its size is ${width}x${height}, over ${max.width}x${max.height}`)
  }
  const end = headBytes + width * height
  if (bytes.length < end) {
    throw new MapError(`${file}: ends at byte ${bytes.length}; ${width}x${height} tiles need ${end}`)
  }
  if (bytes.length > end)
    warnings.push(`${file}: ${bytes.length - end} bytes after its last tile are ignored`)
  return { width, height, cells: bytes.slice(headBytes, end) }
}

/** The number of attributes, as in a client (16x16). */
const attributeCount = 256

/**
 * The attributes of tiles 0 to 15 in every known edition of the original. Tiles 16 to 31 are the same tiles with a
 * corpse.
 */
const usual = [0, 1, 0, 3, 2, 0, 1, 3, 1, 1, 1, 0, 0, 2, 2, 2] as const

export function defaultAttributes(): Uint8Array {
  const attributes = new Uint8Array(attributeCount)
  attributes.set(usual, 0)
  attributes.set(usual, usual.length)
  return attributes
}

/**
 * Returns 256 bytes for 16x2 attributes (as in the original) or 16x16. If the file is missing, returns the default
 * attributes and adds a warning. Throws MapError for another size or an attribute over 3.
 */
export function readAttributes(file: string, bytes: Uint8Array | undefined, warnings: string[]): Uint8Array {
  if (!bytes) {
    warnings.push(`${file} is missing; tiles get their default attributes`)
    return defaultAttributes()
  }
  const { width, height, cells } = readGrid(file, bytes, { width: 16, height: 16 }, warnings)
  if (width !== 16 || (height !== 2 && height !== 16)) {
    throw new MapError(`${file}: its size is ${width}x${height}; it must be 16x2 or 16x16`)
  }
  const invalid = cells.findIndex((attribute) => attribute > 3)
  if (invalid >= 0)
    throw new MapError(`${file}: tile ${invalid} has attribute ${cells[invalid]}; it must be 0 to 3`)
  const attributes = new Uint8Array(attributeCount)
  attributes.set(cells)
  return attributes
}
