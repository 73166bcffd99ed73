// What walls, floors and ceilings are covered with, by line and sector.
import type { Bitmap } from '../art/picture.ts'
import { ofPalette } from './frame.ts'

/** What repeats. */
export interface Material {
  /** In rows, before it repeats. */
  readonly height: number
  readonly widthMask: number
  readonly heightMask: number
  /** How far a column begins behind the one before it, as a power of two. */
  readonly columnBits: number
  /** Column by column, from the top. */
  readonly columns: Uint8Array
  /** Where the colours of its palette begin in a table of lights. */
  readonly colours: number
}

/** Of one side of a line. Offsets in map units. */
export interface SideMaterials {
  readonly x: number
  readonly y: number
  readonly upper: Material
  readonly lower: Material
  readonly middle: Material
  /** Between two rooms: what is seen through where `nothing` is, and does not repeat upward. */
  readonly masked?: Material
}

/** By number of line and sector. */
export interface Materials {
  readonly fronts: readonly SideMaterials[]
  readonly backs: readonly (SideMaterials | undefined)[]
  readonly floors: readonly Material[]
  readonly ceilings: readonly Material[]
  /** Those whose ceiling is the sky. */
  readonly skies: readonly boolean[]
  /** By line: as `Surfaces.pegs`. */
  readonly pegs: readonly number[]
  /** All around, its horizon where `horizon` says, in rows from the top. */
  readonly sky: Material & { readonly horizon: number }
}

/** How often a height that is no power of two is repeated at least: over that a seam is seen. */
const tallest = 1024

/** Columns beyond a power of two are cut, as Doom does it; rows are repeated until they are one. */
export function materialOf({ width, height, data, palette = 0 }: Bitmap): Material {
  const [widthBits, heightBits] = [Math.floor(Math.log2(width)), Math.ceil(Math.log2(height))]
  const isEven = 2 ** heightBits === height
  const columnBits = isEven ? heightBits : Math.max(heightBits, Math.log2(tallest))
  const [wide, tall] = [2 ** widthBits, 2 ** columnBits]
  const columns = new Uint8Array(wide * tall)
  for (let x = 0; x < wide; x++)
    for (let y = 0; y < tall; y++) columns[x * tall + y] = data[(y % height) * width + x]!
  const masks = { widthMask: wide - 1, heightMask: tall - 1, columnBits }
  return { height, ...masks, columns, colours: palette * ofPalette }
}
