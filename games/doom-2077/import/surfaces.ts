import { type MapLumps, readName } from './wad.ts'

/** `upper`, `lower`, `middle`: texture names, or `-` for none. `x`, `y`: offsets in map units. */
export interface SideSurface {
  readonly x: number
  readonly y: number
  readonly upper: string
  readonly lower: string
  readonly middle: string
}
/** Lines and sectors are indexed as in the map. A two-sided line also has a back side. */
export interface MapSurfaces {
  readonly lines: readonly (readonly [front: SideSurface, back?: SideSurface])[]
  readonly sectors: readonly (readonly [floor: string, ceiling: string])[]
  /** Texture alignment of each line: a sum of `unpeggedFlags`. */
  readonly pegs: readonly number[]
  /** Only sectors whose ceiling is the sky flat are open to the sky. */
  readonly roofed?: true
}

/**
 * `upper`: upper textures are aligned to the ceiling. `lower`: lower textures are aligned to the ceiling, and other
 * ones to the floor.
 */
export const unpeggedFlags = { upper: 1, lower: 2 } as const

const bytesOf = { line: 14, side: 30, sector: 26 } as const
const noSide = 0xffff

/** `readMap` must have checked the map. */
export function readSurfaces({ lumps }: MapLumps): MapSurfaces {
  const viewOf = (name: string) => {
    const { bytes } = lumps.find((lump) => lump.name === name)!
    return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }
  const [lines, sides, sectors] = [viewOf('LINEDEFS'), viewOf('SIDEDEFS'), viewOf('SECTORS')]
  const count = (view: DataView, size: number) => Array.from({ length: view.byteLength / size }, (_, n) => n)
  return {
    // The unpegged flags are bits 3 and 4 of the line's flags.
    pegs: count(lines, bytesOf.line).map((n) => (lines.getUint16(n * bytesOf.line + 4, true) >> 3) & 3),
    lines: count(lines, bytesOf.line).map((n) => {
      const [front, back] = [10, 12].map((at) => lines.getUint16(n * bytesOf.line + at, true))
      return back === noSide ? [readSide(sides, front!)] : [readSide(sides, front!), readSide(sides, back!)]
    }),
    sectors: count(sectors, bytesOf.sector).map((n) => [
      readName(sectors, n * bytesOf.sector + 4),
      readName(sectors, n * bytesOf.sector + 12),
    ]),
  }
}

function readSide(sides: DataView, n: number): SideSurface {
  const at = n * bytesOf.side
  const [x, y] = [sides.getInt16(at, true), sides.getInt16(at + 2, true)]
  const [upper, lower, middle] = [4, 12, 20].map((offset) => readName(sides, at + offset))
  return { x, y, upper: upper!, lower: lower!, middle: middle! }
}
