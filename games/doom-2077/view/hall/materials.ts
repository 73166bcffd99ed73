// What walls, floors and ceilings are covered with, by line and sector.
import type { Bitmap } from '../art/picture.ts'

/** What repeats; its width and height are powers of two. */
export interface Material {
  readonly widthMask: number
  readonly heightMask: number
  /** How far a column begins behind the one before it, as a power of two. */
  readonly columnBits: number
  /** Column by column, from the top. */
  readonly columns: Uint8Array
}

/** Of one side of a line. Offsets in map units. */
export interface SideMaterials {
  readonly x: number
  readonly y: number
  readonly upper: Material
  readonly lower: Material
  readonly middle: Material
}

/** By number of line and sector. */
export interface Materials {
  readonly fronts: readonly SideMaterials[]
  readonly backs: readonly (SideMaterials | undefined)[]
  readonly floors: readonly Material[]
  readonly ceilings: readonly Material[]
  /** Those whose ceiling is the sky. */
  readonly skies: readonly boolean[]
  /** All around, its horizon where `horizon` says, in rows from the top. */
  readonly sky: Material & { readonly horizon: number }
}

/** Throws RangeError for a picture that is not a power of two wide and high. */
export function materialOf({ width, height, data }: Bitmap): Material {
  const [widthBits, columnBits] = [Math.log2(width), Math.log2(height)]
  if (!Number.isInteger(widthBits) || !Number.isInteger(columnBits))
    throw new RangeError(`a material of ${width} by ${height}`)
  const columns = new Uint8Array(width * height)
  for (let x = 0; x < width; x++)
    for (let y = 0; y < height; y++) columns[x * height + y] = data[y * width + x]!
  return { widthMask: width - 1, heightMask: height - 1, columnBits, columns }
}
