// [AS-12.3]

import { Random } from '../../shared/random.ts'
import { computeDistances } from '../terrain/distances.ts'
import { generateNoise } from '../terrain/noise.ts'
import { terrainHeight, terrainWidth, tileKinds } from '../terrain/terrain.ts'

const cells = terrainWidth * terrainHeight
/** A forest tile has one more tree for each of these distances from the forest's edge, in tiles. */
const tilesPerTree = 3
/** Maximum number of trees on a tile. */
const maxTrees = 5
/** A mountain reaches its maximum height this many tiles from its foot. */
const tilesToPeak = 14
const highest = 127
/** Any look is valid for these kinds. */
const textured: ReadonlySet<number> = new Set([
  tileKinds.grass,
  tileKinds.water,
  tileKinds.sand,
  tileKinds.rocky,
  tileKinds.dirt,
  tileKinds.wood,
])

/** `map.data`: the kind and the look of each of 393,216 cells, 786,432 bytes in all. */
export function encodeMapData(terrain: Uint8Array, variants: Uint8Array): Uint8Array {
  const data = new Uint8Array(cells * 2)
  for (let cell = 0; cell < cells; cell++) {
    data[cell * 2] = terrain[cell]!
    data[cell * 2 + 1] = variants[cell]!
  }
  return data
}

/** Returns the kind of the woods at a place: 0 pine, 1 leaf, 2 dead, 3 mixed. */
export type WoodKind = (x: number, y: number) => number

/** [AS-12.3] Returns the look of each of the 393,216 tiles. The same terrain always gets the same looks. */
export function tileVariants(terrain: Uint8Array, woodKind: WoodKind = anyWoods()): Uint8Array {
  const random = new Random(0, 'looks')
  const fromEdge = computeDistances(
    cells,
    (cell) => terrain[cell] === tileKinds.grass || terrain[cell] === tileKinds.sand,
  )
  const fromFoot = computeDistances(
    cells,
    (cell) => terrain[cell] !== tileKinds.mountain && terrain[cell] !== tileKinds.rocky,
  )
  const variants = new Uint8Array(cells)
  for (let cell = 0; cell < cells; cell++) {
    const kind = terrain[cell]!
    if (textured.has(kind)) variants[cell] = random.below(256)
    else if (kind === tileKinds.mountain) variants[cell] = mountain(fromFoot[cell]!, random)
    else if (kind === tileKinds.forest)
      variants[cell] = forest(
        fromEdge[cell]!,
        woodKind(cell % terrainWidth, Math.floor(cell / terrainWidth)),
        random,
      )
  }
  return variants
}

/** The look is the height, 0 to 127. */
function mountain(fromFoot: number, random: Random): number {
  return Math.min(highest, Math.floor((fromFoot * highest) / tilesToPeak) + random.below(4))
}

/** Bits 0 to 2 of the look are the number of trees minus one, bits 3 to 5 their places, bits 6 and 7 their kind. */
function forest(fromEdge: number, kind: number, random: Random): number {
  const trees = Math.min(maxTrees - 1, Math.floor(fromEdge / tilesPerTree))
  return trees | (random.below(8) << 3) | (kind << 6)
}

/** The kinds of woods on a map that does not define them: large forests of one kind, and mixed forests between them. */
function anyWoods(): WoodKind {
  const kinds = generateNoise({ width: terrainWidth, height: terrainHeight }, new Random(0, 'woods'), {
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
