import { directionOfMove, moveDirections } from '../../terrain/directions.ts'
import type { Art } from '../art/art.ts'
import { drawStages } from './draw-order.ts'
import { caveFog, daylightFog, isCave } from './fog.ts'
import { VisibleObjects } from './object-picking.ts'
import type { Rasterizer } from './rasterizer.ts'
import type { ViewInput, Viewpoint } from './view-input.ts'
import { maxVisibleColumn, type VisibleTile, VisibleTiles } from './visible-tiles.ts'

/** Returns the drawn items and mobs, by the owner number of their pixels. */
export function drawView(raster: Rasterizer, outlook: ViewInput, art: Art): VisibleObjects {
  const { eye } = outlook
  const things = new VisibleObjects(outlook)
  raster.clear()
  raster.fog = isCave(eye.y) ? caveFog : daylightFog
  // [AS-16.9] During a turn, parts of two adjacent pictures are visible.
  const turn = Math.max(-1, Math.min(1, eye.turn ?? 0))
  const moved = Math.round(turn * raster.width)
  const draw = (seenBy: Viewpoint, columns: number) => {
    raster.look(columns, columns, columns + raster.width)
    drawFacing(raster, outlook, seenBy, art, things)
  }
  if (moved === 0) draw(eye, 0)
  else {
    const still = { x: eye.x, y: eye.y }
    const before = directionOfMove(eye.facing, moved > 0 ? moveDirections.left : moveDirections.right)
    draw({ ...still, facing: before }, moved - Math.sign(moved) * raster.width)
    draw({ ...still, facing: eye.facing }, moved)
  }
  return things
}

function drawFacing(
  raster: Rasterizer,
  { land, moment = 0 }: ViewInput,
  eye: Viewpoint,
  art: Art,
  things: VisibleObjects,
): void {
  raster.backdrop(isCave(eye.y) ? art.dark : art.skies[eye.facing]!)
  const seen = new VisibleTiles(land, eye)
  const drawing = { raster, art, seen, moment, things }
  for (const { order, shapes, everywhere = [] } of drawStages) {
    const isFarFirst = order === 'far to near'
    for (const tile of isFarFirst ? seen.farFirst : seen.nearFirst) {
      if (!isFarFirst && isFirstOfRow(tile)) raster.updateFarthestDepths()
      for (const draw of shapes[tile.kind] ?? []) draw(tile, drawing)
      for (const draw of everywhere) draw(tile, drawing)
    }
  }
}

const isFirstOfRow = ({ row, column }: VisibleTile) => column === -maxVisibleColumn(row)
