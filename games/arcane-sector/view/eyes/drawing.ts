// The context with which shapes are drawn.
import type { Art } from '../art/art.ts'
import type { Rasterizer } from './raster.ts'
import type { VisibleObjects } from './things.ts'
import type { SeenTile, VisibleTiles } from './tiles-in-view.ts'

export interface DrawContext {
  readonly raster: Rasterizer
  readonly art: Art
  readonly seen: VisibleTiles
  /** Time of the water animation. */
  readonly moment: number
  readonly things: VisibleObjects
}

export type DrawTile = (tile: SeenTile, drawing: DrawContext) => void
