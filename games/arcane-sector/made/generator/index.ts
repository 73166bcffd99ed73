// Generates the world of a seed: an island with a village, mountains, woods, roads, houses and caves. [AS-12.8]
import { tileVariants } from '../../import/map-data.ts'
import { defaultStart, type WorldMap } from '../../scene/records.ts'
import { digCaves } from './caves.ts'
import { raiseLand } from './coast.ts'
import { Draft } from './draft.ts'
import { plantForests, woodKindAt } from './forests.ts'
import { start } from './geography.ts'
import { sowHerbs } from './growth.ts'
import { furnishHouses } from './houses.ts'
import { raiseMountains } from './massifs.ts'
import { furnishRoads, layRoads } from './network.ts'
import { buildPlaces } from './places.ts'
import { fillUnreachable, reachableFrom } from './reach.ts'
import { runRiver } from './roads.ts'

/** `seed`: a whole number below 2^32. The same seed gives the same world on every machine and in every version. */
export function generate(seed: number): WorldMap {
  const draft = new Draft()
  raiseLand(draft, seed)
  runRiver(draft, seed)
  raiseMountains(draft, seed)
  plantForests(draft, seed)
  const fronts = buildPlaces(draft, seed)
  layRoads(draft, seed, fronts)
  furnishRoads(draft, fronts)
  furnishHouses(draft)
  digCaves(draft, seed)
  const reachable = reachableFrom(draft, start)
  fillUnreachable(draft, reachable)
  sowHerbs(draft, seed, reachable)
  const { tiles, items, spawners, townsfolk } = draft
  return {
    terrain: tiles,
    variants: tileVariants(tiles, woodKindAt),
    items,
    spawners,
    townsfolk,
    start: defaultStart,
  }
}
