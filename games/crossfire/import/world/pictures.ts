// Reads the metadata of imported pictures without decoding them. [CF-20.5]

import { colourNumber, type FaceMetadata } from '../format/faces.ts'
import { ImportError } from '../format/import-error.ts'

export interface PictureMetadata {
  readonly name: string
  readonly checksum: number
  /** In cells. */
  readonly columns: number
  readonly rows: number
  /** Colour on the magic map, from 0 to 12. */
  readonly magic: number
}

/** [CF-6.16] Checksums of the pictures of face set 1, by the index of the picture in set 0. */
export type ClassicChecksums = readonly (readonly [place: number, checksum: number])[]

/** Side of a cell in pixels. */
const side = 32
/** Maximum width and height in cells. */
const maxSide = 32

/** In characters. */
const maxNameLength = 255

const pngMark = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] as const

/** A picture of one cell must fit into the packet `image2`. Cells of larger pictures are encoded anew. */
const maxCellBytes = 65_519

/**
 * Throws ImportError if the bytes are not a PNG, or if the picture has too many bytes or is larger than 32 by 32 cells.
 */
export function pictureMetadata(
  name: string,
  png: Uint8Array,
  note: FaceMetadata | undefined,
): PictureMetadata {
  if (name.length > maxNameLength)
    throw new ImportError(name, undefined, `a picture's name exceeds ${maxNameLength} characters`)
  if (png.length < 24 || pngMark.some((byte, at) => png[at] !== byte))
    throw new ImportError(name, undefined, 'a picture is not a PNG')
  const view = new DataView(png.buffer, png.byteOffset, png.byteLength)
  const [columns, rows] = [16, 20].map((at) => Math.max(1, Math.ceil(view.getUint32(at) / side)))
  if (columns! > maxSide || rows! > maxSide)
    throw new ImportError(name, undefined, `a picture of ${columns} × ${rows} cells is too large`)
  if (columns === 1 && rows === 1 && png.length > maxCellBytes)
    throw new ImportError(name, undefined, `a picture of one cell and ${png.length} bytes is too large`)
  return {
    name,
    checksum: checksumOf(png),
    columns: columns!,
    rows: rows!,
    magic: colourNumber(note?.magicMap),
  }
}

function checksumOf(bytes: Uint8Array): number {
  let sum = 0x811c9dc5
  for (const byte of bytes) sum = Math.imul(sum ^ byte, 0x01000193)
  return sum >>> 0
}
