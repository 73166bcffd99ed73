// Where a world's maps come from. [CF-12.1]
import { ourKinds } from '../made/archetypes/index.ts'
import { type MapPlan, mapNamed, maps } from '../made/maps/index.ts'
import { type Gallery, ourGallery } from '../pictures/gallery.ts'
import type { Kinds } from '../scene/archetype.ts'
import type { MapRead } from '../scene/level-plan.ts'
import { readMap } from './reading.ts'

export interface Atlas {
  readonly kinds: Kinds
  readonly gallery: Gallery
  readonly names: readonly string[]
  /** An unknown name is a fault of ours. */
  plan(name: string): Pick<MapPlan, 'title' | 'darkness' | 'song'>
  /** What is in the map, as its author left it. */
  read(name: string): MapRead
}

/** The maps of this game. */
export const usualAtlas: Atlas = {
  kinds: ourKinds,
  gallery: ourGallery,
  names: maps.map(({ id }) => id),
  plan: mapNamed,
  read: readMapNamed,
}

/** What is in a map, as its author left it. */
export function readMapNamed(id: string): MapRead {
  return readMap(mapNamed(id), mapNamed)
}
