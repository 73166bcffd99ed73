// Textures of walls, floors and ceilings, by line and sector.
import type { Bitmap } from '../art/bitmap.ts'
import { paletteStride } from './frame.ts'

/** A repeating texture. */
export interface Material {
  /** Rows before it repeats. */
  readonly height: number
  readonly widthMask: number
  readonly heightMask: number
  /** Distance between columns, as a power of two. */
  readonly columnBits: number
  /** Column by column, from the top. */
  readonly columns: Uint8Array
  /** Offset of its palette in a light table. */
  readonly colours: number
}

/** One side of a line. Offsets in map units. */
export interface SideMaterials {
  readonly x: number
  readonly y: number
  readonly upper: Material
  readonly lower: Material
  readonly middle: Material
  /** Between two sectors: transparent where `nothing` is, and does not repeat vertically. */
  readonly masked?: Material
}

/** By line and sector number. */
export interface Materials {
  readonly fronts: readonly SideMaterials[]
  readonly backs: readonly (SideMaterials | undefined)[]
  readonly floors: readonly Material[]
  readonly ceilings: readonly Material[]
  /** True where the ceiling is the sky. */
  readonly skies: readonly boolean[]
  /** By line, as in `Surfaces.pegs`. */
  readonly pegs: readonly number[]
  /** A panorama with its horizon in row `horizon` from the top. */
  readonly sky: Material & { readonly horizon: number }
}

/** Minimum rows to which a texture is repeated if its height is no power of two. On walls of more rows a seam shows. */
const minRepeatedRows = 1024

/** Cuts columns to a power of two, as Doom does, and repeats rows to reach one. */
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
