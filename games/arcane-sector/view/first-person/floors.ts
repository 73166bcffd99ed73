import { firstIndoorRow } from '../../terrain/terrain.ts'
import type { GroundName } from '../art/art.ts'
import type { DrawContext, DrawTile } from './draw-context.ts'
import { tileSize } from './projection.ts'
import type { VisibleTile } from './visible-tiles.ts'

/** Height of a ceiling in metres. */
const ceilingHeight = 3
/** Milliseconds for each frame of the water animation. */
const wavesMs = 420

/** `size`: in tiles. `variant`: chooses the picture by the tile's look. */
export function drawFloor(ground: GroundName, size: number, variant: (look: number) => number): DrawTile {
  return (tile, drawing) => lay(tile, drawing, { ground, size, y: 0, variant: variant(tile.look) })
}

export const drawWaterFloor: DrawTile = (tile, drawing) => {
  const passed = Math.floor(drawing.moment / wavesMs)
  lay(tile, drawing, { ground: 'water', size: 1, y: 0, variant: (tile.look + passed) & 3 })
}

/** Draws nothing on outdoor tiles, which have no ceiling. */
export function drawCeiling(ground: GroundName, size: number, variant: (look: number) => number): DrawTile {
  return (tile, drawing) => {
    if (tile.place.y < firstIndoorRow) return
    lay(tile, drawing, { ground, size, y: -ceilingHeight, variant: variant(tile.look) })
  }
}

interface Laid {
  readonly ground: GroundName
  readonly size: number
  readonly y: number
  readonly variant: number
}

function lay({ x, z }: VisibleTile, { raster, art }: DrawContext, { ground, size, y, variant }: Laid): void {
  const pictures = art.grounds[ground]
  const half = (size * tileSize) / 2
  raster.floor(
    { left: x - half, right: x + half, near: z - half, far: z + half, y },
    pictures[variant % pictures.length]!,
  )
}
