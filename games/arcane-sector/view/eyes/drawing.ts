// The context with which shapes are drawn.
import type { Art } from '../art/art.ts'
import type { Raster } from './raster.ts'
import type { Things } from './things.ts'
import type { SeenTile, TilesInView } from './tiles-in-view.ts'

export interface Drawing {
  readonly raster: Raster
  readonly art: Art
  readonly seen: TilesInView
  /** Time of the water animation. */
  readonly moment: number
  readonly things: Things
}

export type Shape = (tile: SeenTile, drawing: Drawing) => void
