// Mountains and walls are solid blocks. Sides that another block hides are not drawn.
import { tileKinds } from '../../terrain/terrain.ts'
import type { BlockFaces } from '../art/art.ts'
import type { DrawContext, DrawTile } from './draw-context.ts'
import { tileSize } from './projection.ts'
import type { VisibleTile } from './visible-tiles.ts'

/** Heights in metres: of a wall, and of the lowest and the highest mountain. */
const [wallHeight, lowest, highest] = [3, 2, 40.1]
/** Height in metres of the ragged edge on top of a mountain. */
const crest = 1.5

/** The look of the tile determines the height. */
export const drawMountainBlock: DrawTile = (tile, drawing) => {
  const { rock, crests } = drawing.art
  const height = heightOf(tile)
  block(tile, drawing, rock, { bottom: 0, top: -height, period: tileSize })
  block(tile, drawing, crests, { bottom: -height, top: -height - crest, period: crest })
}

/** A wall with an item on its tile has a door. */
export const drawWallBlock: DrawTile = (tile, drawing) => {
  const { door, wall } = drawing.art
  const face = drawing.things.itemsAt(tile.place).length > 0 ? door : wall
  const span = { bottom: 0, top: -wallHeight, period: wallHeight }
  block(tile, drawing, { front: face, left: face, right: face }, span)
}

function block(
  tile: VisibleTile,
  { raster, seen }: DrawContext,
  faces: BlockFaces,
  { bottom, top, period }: { readonly bottom: number; readonly top: number; readonly period: number },
): void {
  const [left, right] = [tile.x - tileSize / 2, tile.x + tileSize / 2]
  const [near, far] = [tile.z - tileSize / 2, tile.z + tileSize / 2]
  const height = heightOf(tile)
  const isHidden = (by: VisibleTile | undefined) => by !== undefined && heightOf(by) >= height
  if (left > 0 && !isHidden(seen.at(tile.row, tile.column - 1)))
    raster.side({ x: left, near, far, top, bottom }, faces.left, period)
  if (right < 0 && !isHidden(seen.at(tile.row, tile.column + 1)))
    raster.side({ x: right, near, far, top, bottom }, faces.right, period)
  if (!isHidden(seen.at(tile.row - 1, tile.column)))
    raster.front({ left, right, top, bottom, z: near }, faces.front, { period })
}

/** Returns the height of the block in metres, 0 for kinds of tiles that are not blocks. */
function heightOf({ kind, look }: VisibleTile): number {
  if (kind === tileKinds.wall) return wallHeight
  if (kind !== tileKinds.mountain) return 0
  return look & 0x80 ? lowest : lowest + (look / 127) * (highest - lowest)
}
