// The content of a world as its authors made it: maps, archetypes, pictures, character rules and quests. [CF-12.1]
import type { Json } from '../../../game.ts'
import { builtinArchetypes } from '../../builtin/archetypes/index.ts'
import { builtinCharacterRules } from '../../builtin/characters/index.ts'
import { builtinMapHeaders, mapById, openBuiltinMap } from '../../builtin/maps/index.ts'
import type { MapHeader } from '../../builtin/maps/map-source.ts'
import { builtinGallery, type FaceGallery } from '../../builtin/pictures/gallery.ts'
import { builtinDialogue, builtinQuests } from '../../builtin/quests/index.ts'
import type { ArchetypeRegistry } from '../definitions/archetype.ts'
import type { CharacterRules } from '../definitions/character-rules.ts'
import type { LevelPlan, MapContent } from '../definitions/level-plan.ts'
import type { Recipe } from '../definitions/recipe.ts'
import type { Dialogue, Quest } from '../definitions/script.ts'
import { readMapContent } from './map-reader.ts'

export type MapProperties = Omit<MapHeader, 'id'> &
  Pick<LevelPlan, 'adjacentMaps' | 'region' | 'resetPolicy' | 'shopPricing'>

export interface Atlas {
  readonly archetypes: ArchetypeRegistry
  readonly gallery: FaceGallery
  /** [CF-4.14] */
  readonly characterRules: CharacterRules
  /** [CF-20.9] Coverage of the import, for the room's public state; undefined for the built-in world. */
  readonly coverage?: Json
  /** [CF-23.6] */
  readonly quests?: readonly Quest[]
  /** [CF-24.7] */
  readonly recipes?: readonly Recipe[]
  /** [CF-23.7] Undefined if the file does not exist. */
  dialogue?(file: string): Dialogue | undefined
  has(name: string): boolean
  /** [CF-20.6] Undefined if the map is shared. */
  ownCopyName?(name: string, who: string | undefined): string | undefined
  /** [CF-20.6] Name of the player who has this copy of the map, in lower case; undefined for a shared map. */
  ownerOf?(name: string): string | undefined
  /** Throws for an unknown name, which is a bug. */
  propertiesOf(name: string): MapProperties
  /** `seed`: selects the random contents. */
  readContent(name: string, seed: number): MapContent
}

export const builtinAtlas: Atlas = {
  archetypes: builtinArchetypes,
  gallery: builtinGallery,
  characterRules: builtinCharacterRules,
  get quests() {
    return builtinQuests()
  },
  dialogue: builtinDialogue,
  has: (name) => builtinMapHeaders.some(({ id }) => id === name),
  propertiesOf: mapById,
  readContent: readBuiltinMap,
}

export function readBuiltinMap(id: string): MapContent {
  return readMapContent(openBuiltinMap(id))
}
