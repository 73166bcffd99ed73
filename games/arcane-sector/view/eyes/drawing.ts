// What the shapes of a stage are drawn with.
import type { Art } from '../art/art.ts'
import type { Raster } from './raster.ts'
import type { Things } from './things.ts'
import type { SeenTile, TilesInView } from './tiles-in-view.ts'

export interface Drawing {
  readonly raster: Raster
  readonly art: Art
  readonly seen: TilesInView
  /** Of the clock by which water moves. */
  readonly moment: number
  readonly things: Things
}

export type Shape = (tile: SeenTile, drawing: Drawing) => void
