// [AS-12.8] The generation takes half a second of CPU time, so the island of the default seed, which most rooms use, is
// stored in a file. test/games/arcane-sector/builtin/write-island.ts writes it.
import { inflateSync } from 'fflate'
import { decodeUtf8 } from '../../../../wire/util/utf8.ts'
import { tileVariants } from '../../import/map-data.ts'
import { defaultSeed } from '../../options.ts'
import { defaultStart } from '../../state/player.ts'
import type { WorldMap } from '../../state/records.ts'
import { terrainHeight, terrainWidth } from '../../terrain/terrain.ts'
import { generate } from '../generator/index.ts'
import { woodKindAt } from '../generator/nature/forests.ts'
import island from './island.deflate'

/** `seed`: a whole number below 2^32. The same seed gives the same world on every machine and in every version. */
export function createIsland(seed: number): WorldMap {
  return seed === defaultSeed ? unpacked() : generate(seed)
}

/** The file has the terrain, then JSON of everything on it. The looks of tiles follow from the terrain. */
function unpacked(): WorldMap {
  const bytes = inflateSync(new Uint8Array(island))
  const terrain = bytes.slice(0, terrainWidth * terrainHeight)
  const furniture = decodeUtf8(bytes.subarray(terrainWidth * terrainHeight))
  return {
    ...{ terrain, variants: tileVariants(terrain, woodKindAt) },
    ...(JSON.parse(furniture) as Pick<WorldMap, 'items' | 'spawners' | 'townsfolk'>),
    start: defaultStart,
  }
}
