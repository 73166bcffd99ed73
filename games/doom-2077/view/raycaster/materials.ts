import type { Bitmap } from '../art/bitmap.ts'
import { paletteStride } from './frame.ts'

/** A repeating texture. */
export interface Material {
  /** Rows before the texture repeats. */
  readonly height: number
  readonly widthMask: number
  readonly heightMask: number
  /** The distance between two columns, as an exponent of two. */
  readonly columnBits: number
  /** Palette indexes, column by column, from the top. */
  readonly columns: Uint8Array
  /** Offset of the texture's palette in a light table. */
  readonly colours: number
}

/** Offsets are in map units. */
export interface SideMaterials {
  readonly x: number
  readonly y: number
  readonly upper: Material
  readonly lower: Material
  readonly middle: Material
  /** Transparent where the palette index is 0. Does not repeat vertically. */
  readonly masked?: Material
}

/** Lines and sectors are indexed as in the map. */
export interface Materials {
  readonly fronts: readonly SideMaterials[]
  readonly backs: readonly (SideMaterials | undefined)[]
  readonly floors: readonly Material[]
  readonly ceilings: readonly Material[]
  /** Whether the ceiling of each sector is the sky. */
  readonly skies: readonly boolean[]
  /** The texture alignment of each line, as in `MapSurfaces.pegs`. */
  readonly pegs: readonly number[]
  /** `horizon`: row from the top. */
  readonly sky: Material & { readonly horizon: number }
}

/** Minimum number of rows to which a texture is repeated if its height is no power of two. Higher walls show a seam. */
const minRepeatedRows = 1024

/**
 * As in Doom, the number of columns is cut to a power of two. Rows are repeated until their number is a power of two.
 */
export function createMaterial({ width, height, data, palette = 0 }: Bitmap): Material {
  const [widthBits, heightBits] = [Math.floor(Math.log2(width)), Math.ceil(Math.log2(height))]
  const isEven = 2 ** heightBits === height
  const columnBits = isEven ? heightBits : Math.max(heightBits, Math.log2(minRepeatedRows))
  const [wide, tall] = [2 ** widthBits, 2 ** columnBits]
  const columns = new Uint8Array(wide * tall)
  for (let x = 0; x < wide; x++)
    for (let y = 0; y < tall; y++) columns[x * tall + y] = data[(y % height) * width + x]!
  const masks = { widthMask: wide - 1, heightMask: tall - 1, columnBits }
  return { height, ...masks, columns, colours: palette * paletteStride }
}
