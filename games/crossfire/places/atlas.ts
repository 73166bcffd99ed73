// Sources of a world's maps. [CF-12.1]
import type { Json } from '../../game.ts'
import { builtinArchetypes } from '../made/archetypes/index.ts'
import { type MapSource, mapById, maps } from '../made/maps/index.ts'
import { type Gallery, builtinGallery } from '../pictures/gallery.ts'
import type { Kinds } from '../scene/archetype.ts'
import type { Exit, LevelPlan, MapRead, Outfit } from '../scene/level-plan.ts'
import type { Recipe } from '../scene/recipe.ts'
import type { Dialogue, Quest } from '../scene/script.ts'
import { readMap } from './reading.ts'

/** Properties of a map. */
export type AtlasPlan = Pick<MapSource, 'title' | 'darkness' | 'song'> &
  Pick<LevelPlan, 'tiles' | 'resets' | 'market'>

export interface Atlas {
  readonly kinds: Kinds
  readonly gallery: Gallery
  /** [CF-20.7] Where players start; undefined: where built-in characters do. */
  readonly start?: Exit
  /** [CF-20.9] Coverage of the import, for the room's public state; undefined: built-in world. */
  readonly living?: Json
  /** [CF-23.6] */
  readonly quests?: readonly Quest[]
  /** [CF-24.7] */
  readonly recipes?: readonly Recipe[]
  /** [CF-23.7] Undefined: no such file. */
  dialogue?(file: string): Dialogue | undefined
  /** [CF-21.10] A drawn outfit; undefined: none defined for these. */
  outfit?(race: string, callings: readonly string[], seed: number): Outfit | undefined
  has(name: string): boolean
  /** [CF-20.6] The name of this visitor's own copy of the map; undefined: the map is shared. */
  meant?(name: string, who: string | undefined): string | undefined
  /** [CF-20.6] For a name from `meant`, the owner in lower case; undefined: a shared map. */
  ownerOf?(name: string): string | undefined
  /** Throws for an unknown name, which is a bug. */
  plan(name: string): AtlasPlan
  /** The content of the map as its author made it. `seed` of its random draws. */
  read(name: string, seed: number): MapRead
}

/** The built-in maps. */
export const usualAtlas: Atlas = {
  kinds: builtinArchetypes,
  gallery: builtinGallery,
  has: (name) => maps.some(({ id }) => id === name),
  plan: mapById,
  read: readMapNamed,
}

/** The content of a built-in map as its author made it. */
export function readMapNamed(id: string): MapRead {
  return readMap(mapById(id), mapById)
}
