// Where a world's maps come from. [CF-12.1]
import type { Json } from '../../game.ts'
import { ourKinds } from '../made/archetypes/index.ts'
import { type MapPlan, mapNamed, maps } from '../made/maps/index.ts'
import { type Gallery, ourGallery } from '../pictures/gallery.ts'
import type { Kinds } from '../scene/archetype.ts'
import type { Exit, LevelPlan, MapRead, Outfit } from '../scene/level-plan.ts'
import type { Recipe } from '../scene/recipe.ts'
import type { Dialogue, Quest } from '../scene/script.ts'
import { readMap } from './reading.ts'

/** What a map says of itself. */
export type AtlasPlan = Pick<MapPlan, 'title' | 'darkness' | 'song'> &
  Pick<LevelPlan, 'tiles' | 'resets' | 'market'>

export interface Atlas {
  readonly kinds: Kinds
  readonly gallery: Gallery
  /** [CF-20.7] Where everybody begins; undefined: where our own do. */
  readonly start?: Exit
  /** [CF-20.9] How much of it lives, for the room's public state; undefined: all of it. */
  readonly living?: Json
  /** [CF-23.6] */
  readonly quests?: readonly Quest[]
  /** [CF-24.7] */
  readonly recipes?: readonly Recipe[]
  /** [CF-23.7] Undefined: there is no such file. */
  dialogue?(file: string): Dialogue | undefined
  /** [CF-21.10] Drawn; undefined: it says nothing of such newcomers. */
  outfit?(race: string, callings: readonly string[], seed: number): Outfit | undefined
  has(name: string): boolean
  /** [CF-20.6] The name of the map that one of this name is to who comes; undefined: it is the same to all. */
  meant?(name: string, who: string | undefined): string | undefined
  /** [CF-20.6] Of a name that `meant` gave: whose map it is, in small letters; undefined: nobody's own. */
  ownerOf?(name: string): string | undefined
  /** An unknown name is a fault of ours. */
  plan(name: string): AtlasPlan
  /** What is in the map, as its author left it. `seed`: of what is drawn by chance there. */
  read(name: string, seed: number): MapRead
}

/** The maps of this game. */
export const usualAtlas: Atlas = {
  kinds: ourKinds,
  gallery: ourGallery,
  has: (name) => maps.some(({ id }) => id === name),
  plan: mapNamed,
  read: readMapNamed,
}

/** What is in a map, as its author left it. */
export function readMapNamed(id: string): MapRead {
  return readMap(mapNamed(id), mapNamed)
}
