// Generates the world of a seed: an island with a village, mountains, woods, roads, houses and caves. [AS-12.8]
import { tileVariants } from '../../import/map-data.ts'
import { defaultStart } from '../../state/player.ts'
import type { WorldMap } from '../../state/records.ts'
import { digCaves } from './buildings/caves.ts'
import { furnishHouses } from './buildings/houses.ts'
import { buildPlaces } from './buildings/structures.ts'
import { IslandDraft } from './draft/draft.ts'
import { startPlace } from './draft/geography.ts'
import { raiseLand } from './nature/coast.ts'
import { plantForests, woodKindAt } from './nature/forests.ts'
import { placeHerbs } from './nature/herbs.ts'
import { raiseMountains } from './nature/mountains.ts'
import { fillUnreachable, reachableFrom } from './reachability.ts'
import { furnishRoads, layRoads } from './roads/road-network.ts'
import { drawRiver } from './roads/roads.ts'

/** `seed`: a whole number below 2^32. The same seed gives the same world on every machine and in every version. */
export function generate(seed: number): WorldMap {
  const draft = new IslandDraft()
  raiseLand(draft, seed)
  drawRiver(draft, seed)
  raiseMountains(draft, seed)
  plantForests(draft, seed)
  const fronts = buildPlaces(draft, seed)
  layRoads(draft, seed, fronts)
  furnishRoads(draft, fronts)
  furnishHouses(draft)
  digCaves(draft, seed)
  const reachable = reachableFrom(draft, startPlace)
  fillUnreachable(draft, reachable)
  placeHerbs(draft, seed, reachable)
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
