// What lies flat: pictures a little larger than their tiles, whose ragged rims overlap.
import type { Art, Ground } from '../art/art.ts'
import { tileSize } from './projection.ts'
import type { Raster } from './raster.ts'
import type { SeenTile } from './tiles-in-view.ts'

/** What shapes are drawn with. */
export interface Drawing {
  readonly raster: Raster
  readonly art: Art
}

/** A floor so many tiles wide, of the picture that the tile's look chooses. */
export function flat(ground: Ground, size: number, variant: (look: number) => number) {
  return ({ x, z, look }: SeenTile, { raster, art }: Drawing) => {
    const pictures = art.grounds[ground]
    const half = (size * tileSize) / 2
    raster.floor(
      { left: x - half, right: x + half, near: z - half, far: z + half, y: 0 },
      pictures[variant(look) % pictures.length]!,
    )
  }
}
