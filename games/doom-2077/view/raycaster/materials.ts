// Textures of walls, floors and ceilings, by line and sector.
import type { Bitmap } from '../art/bitmap.ts'
import { paletteStride } from './frame.ts'

/** A repeating texture. */
export interface Material {
  /** Number of rows before the texture repeats. */
  readonly height: number
  readonly widthMask: number
  readonly heightMask: number
  /** Distance between two columns, as an exponent of two. */
  readonly columnBits: number
  /** Palette indexes, column by column, from the top. */
  readonly columns: Uint8Array
  /** Offset of the texture's palette in a light table. */
  readonly colours: number
}

/** The materials of one side of a line. Offsets are in map units. */
export interface SideMaterials {
  readonly x: number
  readonly y: number
  readonly upper: Material
  readonly lower: Material
  readonly middle: Material
  /**
   * The middle texture between two sectors. It is transparent where its palette index is 0, and does not repeat
   * vertically.
   */
  readonly masked?: Material
}

/** All surfaces of a map, by line index and sector index. */
export interface Materials {
  readonly fronts: readonly SideMaterials[]
  readonly backs: readonly (SideMaterials | undefined)[]
  readonly floors: readonly Material[]
  readonly ceilings: readonly Material[]
  /** For each sector, whether its ceiling is the sky. */
  readonly skies: readonly boolean[]
  /** Texture alignment by line, as in `Surfaces.pegs`. */
  readonly pegs: readonly number[]
  /** A panorama with its horizon in row `horizon` from the top. */
  readonly sky: Material & { readonly horizon: number }
}

/** Minimum number of rows to which a texture is repeated if its height is no power of two. Higher walls show a seam. */
const minRepeatedRows = 1024

/**
 * Builds a material. The number of columns is cut to a power of two, as in Doom, and rows are repeated until their
 * number is a power of two.
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
