// [AS-16.4]
import type { Tree } from '../art/art.ts'
import type { DrawTile } from './draw-context.ts'
import { tileSize } from './projection.ts'

interface Grown {
  readonly tree: Tree
  /** Size of the tree in metres. */
  readonly width: number
  readonly height: number
}

const grown = (tree: Tree, width: number, height: number): Grown => ({ tree, width, height })

const pines = [
  grown('pine', 4.6, 9.5),
  grown('spruce', 4.2, 11),
  grown('pine', 3.8, 7.5),
  grown('fir', 5.2, 8.5),
  grown('spruce', 5, 12),
  grown('fir', 4, 6.5),
  grown('pine', 5, 10.5),
  grown('spruce', 3.4, 8.5),
  grown('fir', 5.6, 10),
  grown('sapling', 3, 4),
] as const

const leafTrees = [
  grown('oak', 7.5, 8.5),
  grown('bush', 3, 2),
  grown('birch', 4.2, 9),
  grown('oak', 6.4, 7.4),
  grown('lime', 6.6, 10),
  grown('berries', 2.6, 1.8),
  grown('birch', 3.6, 7.5),
  grown('lime', 5.6, 8.4),
  grown('bush', 3.6, 2.3),
  grown('oak', 8, 9.6),
] as const

const deadTrees = [
  grown('dead', 5, 8),
  grown('snag', 3.4, 6),
  grown('dead', 6, 9.5),
  grown('snag', 3, 4.5),
  grown('dead', 4.4, 7),
  grown('stump', 2, 1.6),
  grown('snag', 4, 7.5),
  grown('dead', 5.4, 8.6),
  grown('stump', 2.4, 1.8),
  grown('snag', 3.2, 5.4),
] as const

/** The ten trees of each forest type. Bits 6 and 7 of a tile's look are the type. */
const woods: readonly (readonly Grown[])[] = [
  pines,
  leafTrees,
  deadTrees,
  [...leafTrees.slice(0, 3), ...pines.slice(0, 3), leafTrees[4], pines[4], leafTrees[5], pines[7]],
]

/**
 * The places of trees on a tile, as fractions of its side from the far left corner. Bits 3 to 5 of a tile's look select
 * a row.
 */
const stands: readonly (readonly (readonly [across: number, along: number])[])[] = [
  [
    [0.5, 0.5],
    [0.2, 0.25],
    [0.8, 0.3],
    [0.25, 0.8],
    [0.76, 0.74],
  ],
  [
    [0.3, 0.4],
    [0.75, 0.2],
    [0.7, 0.7],
    [0.2, 0.78],
    [0.44, 0.18],
  ],
  [
    [0.66, 0.52],
    [0.2, 0.2],
    [0.34, 0.64],
    [0.8, 0.82],
    [0.54, 0.18],
  ],
  [
    [0.4, 0.3],
    [0.8, 0.44],
    [0.2, 0.66],
    [0.56, 0.8],
    [0.74, 0.18],
  ],
  [
    [0.24, 0.5],
    [0.6, 0.24],
    [0.78, 0.62],
    [0.48, 0.82],
    [0.2, 0.18],
  ],
  [
    [0.72, 0.3],
    [0.36, 0.2],
    [0.5, 0.62],
    [0.18, 0.5],
    [0.82, 0.8],
  ],
  [
    [0.5, 0.2],
    [0.2, 0.36],
    [0.8, 0.4],
    [0.38, 0.7],
    [0.7, 0.8],
  ],
  [
    [0.6, 0.66],
    [0.28, 0.3],
    [0.72, 0.22],
    [0.22, 0.72],
    [0.46, 0.46],
  ],
]

/** Depth of the lower edge below the ground, in metres. */
const sunk = 0.1
/** Trees nearer than this many metres are not drawn, because they would fill the picture. */
const clearing = 2.4

export const drawTrees: DrawTile = (tile, { raster, art }) => {
  const count = ((tile.look & 7) % 5) + 1
  const kinds = woods[tile.look >> 6]!
  const places = stands[(tile.look >> 3) & 7]!
  for (let n = 0; n < count; n++) {
    const { tree, width, height } = kinds[(n + (tile.look % 10)) % 10]!
    const [across, along] = places[n]!
    const x = tile.x + (across - 0.5) * tileSize
    const z = tile.z + (0.5 - along) * tileSize
    if (z < clearing) continue
    raster.front(
      { left: x - width / 2, right: x + width / 2, top: sunk - height, bottom: sunk, z },
      art.trees[tree],
    )
  }
}
