// [CF-12.1] The format of hand-written maps: rows of signs, and a legend with the meaning of each sign.
import type { directionNames } from '../../model/definitions/directions.ts'

export interface MapSource {
  /** Id in exits and stored worlds. */
  readonly id: string
  /** Name shown to players. */
  readonly title: string
  /** Constant darkness from 0, light, to 4, black; absent for outdoor maps. */
  readonly darkness?: number
  /** Name of the music; by default the map's id. */
  readonly song?: string
  /** Ground below entries that have none of their own. */
  readonly floor: string
  /** One line per row and one sign per cell; a space is no cell and impassable. */
  readonly rows: string
  readonly legend: Legend
}

/** By sign, bottom first. */
export type Legend = { readonly [sign: string]: readonly LegendEntry[] }
/** An archetype's id, or a placement with differences. */
export type LegendEntry = string | MapPlacement

export interface MapPlacement {
  readonly id: string
  /** For stacking things. */
  readonly count?: number
  readonly name?: string
  /** For signs and books. */
  readonly text?: string
  /** For exits. */
  readonly to?: ExitTarget
  /** For levers: the sign of the gates that it moves. */
  readonly moves?: string
  /** For containers, bottom first. */
  readonly inside?: readonly LegendEntry[]
  /** Minutes until it returns after it was taken or killed. */
  readonly returns?: number
}

/** A sign that occurs once on its map, or a cell of a generated map. */
export type ExitTarget = SignTarget | { readonly map: string; readonly x: number; readonly y: number }
/** `side`: arrive on the cell beside it, to keep doors free. */
export interface SignTarget {
  readonly map: string
  readonly sign: string
  readonly side?: (typeof directionNames)[number]
}
