// The map file of the client: the same tiles, each with a look. [AS-12.3]

import { Random } from '../../shared/random.ts'
import { distances } from '../terrain/distances.ts'
import { noise } from '../terrain/noise.ts'
import { terrainHeight, terrainWidth, tiles } from '../terrain/terrain.ts'

const cells = terrainWidth * terrainHeight
/** Tiles from the edge of a wood for each further tree on a tile; no tile has more than five. */
const tilesPerTree = 3
const maxTrees = 5
/** Tiles from its foot at which a mountain reaches its maximum height. */
const slope = 14
const highest = 127
/** The look of these chooses a texture, so any value is valid. */
const textured: ReadonlySet<number> = new Set([
  tiles.grass,
  tiles.water,
  tiles.sand,
  tiles.rocky,
  tiles.dirt,
  tiles.wood,
])

/** `map.data` as the client reads it: 393,216 cells of kind and look, 786,432 bytes. */
export function encodeMapData(terrain: Uint8Array, variants: Uint8Array): Uint8Array {
  const data = new Uint8Array(cells * 2)
  for (let cell = 0; cell < cells; cell++) {
    data[cell * 2] = terrain[cell]!
    data[cell * 2 + 1] = variants[cell]!
  }
  return data
}

/** The kind of trees at a place: 0 pine, 1 leaf, 2 dead, 3 mixed. */
export type WoodKind = (x: number, y: number) => number

/** [AS-12.3] The looks of tiles: 393,216 bytes. Deterministic for a terrain. */
export function tileVariants(terrain: Uint8Array, woodKind: WoodKind = anyWoods()): Uint8Array {
  const random = new Random(0, 'looks')
  const fromEdge = distances(cells, (cell) => terrain[cell] === tiles.grass || terrain[cell] === tiles.sand)
  const fromFoot = distances(
    cells,
    (cell) => terrain[cell] !== tiles.mountain && terrain[cell] !== tiles.rocky,
  )
  const variants = new Uint8Array(cells)
  for (let cell = 0; cell < cells; cell++) {
    const kind = terrain[cell]!
    if (textured.has(kind)) variants[cell] = random.below(256)
    else if (kind === tiles.mountain) variants[cell] = mountain(fromFoot[cell]!, random)
    else if (kind === tiles.forest)
      variants[cell] = forest(
        fromEdge[cell]!,
        woodKind(cell % terrainWidth, Math.floor(cell / terrainWidth)),
        random,
      )
  }
  return variants
}

/** The mountain's height; the highest bit is 0. */
function mountain(fromFoot: number, random: Random): number {
  return Math.min(highest, Math.floor((fromFoot * highest) / slope) + random.below(4))
}

/** Bits 0 to 2: number of trees less one; bits 3 to 5: where they stand; bits 6 and 7: kind. */
function forest(fromEdge: number, kind: number, random: Random): number {
  const trees = Math.min(maxTrees - 1, Math.floor(fromEdge / tilesPerTree))
  return trees | (random.below(8) << 3) | (kind << 6)
}

/** For maps without wood kinds: large woods of one kind, with mixed ones in between. */
function anyWoods(): WoodKind {
  const kinds = noise({ width: terrainWidth, height: terrainHeight }, new Random(0, 'woods'), {
    span: 64,
    octaves: 2,
  })
  return (x, y) => {
    const here = kinds[x + terrainWidth * y]!
    if (here < 0.38) return 0
    if (here > 0.62) return 1
    return here > 0.49 && here < 0.51 ? 2 : 3
  }
}
