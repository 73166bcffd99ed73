import type { Art } from '../art/art.ts'
import type { VisibleObjects } from './object-picking.ts'
import type { Rasterizer } from './rasterizer.ts'
import type { VisibleTile, VisibleTiles } from './visible-tiles.ts'

export interface DrawContext {
  readonly raster: Rasterizer
  readonly art: Art
  readonly seen: VisibleTiles
  /** Time of the water animation, in milliseconds. */
  readonly moment: number
  readonly things: VisibleObjects
}

export type DrawTile = (tile: VisibleTile, drawing: DrawContext) => void
