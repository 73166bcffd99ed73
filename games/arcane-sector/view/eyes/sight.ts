// The world as one eye sees it: the sky, and before it the five stages.
import type { Art } from '../art/art.ts'
import { darkness, daylight, isCave } from './fog.ts'
import type { Eye, Outlook } from './outlook.ts'
import type { Raster } from './raster.ts'
import { stages } from './stages.ts'
import { tilesInView } from './tiles-in-view.ts'

/** Draws all of the raster. */
export function drawSight(raster: Raster, { land, eye }: Outlook, art: Art): void {
  raster.clear()
  raster.fog = isCave(eye.y) ? darkness : daylight
  drawFacing(raster, { land, eye }, art)
}

function drawFacing(raster: Raster, { land, eye }: { land: Outlook['land']; eye: Eye }, art: Art): void {
  raster.backdrop(isCave(eye.y) ? art.dark : art.skies[eye.facing]!)
  const seen = tilesInView(land, eye)
  const fromFar = seen.toReversed()
  for (const { order, shapes } of stages)
    for (const tile of order === 'far to near' ? fromFar : seen)
      for (const draw of shapes[tile.kind] ?? []) draw(tile, { raster, art })
}
