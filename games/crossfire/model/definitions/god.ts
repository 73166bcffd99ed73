// [CF-24.1] Gods of imported worlds, as data. The built-in world has none.
import type { Servant, StatBonuses } from './spell.ts'

export interface God {
  /** Archetype name; altars and records refer to it. */
  readonly name: string
  readonly description: string
  /** The enemy god, at whose altars prayer is worse. */
  readonly enemy: string | undefined
  /** Races, in lower case, that belong to the god, and those that the god hates. */
  readonly alliedRaces: readonly string[]
  readonly hatedRaces: readonly string[]
  /** Spell paths of followers. */
  readonly paths: SpellPaths
  /** Bonuses of followers. */
  readonly bonuses: StatBonuses
  /** Faster regeneration of followers, in units of one ring; negative: slower. */
  readonly regenerationBonus: { readonly [of in 'hp' | 'sp' | 'grace']: number }
  readonly forbiddenEquipment: { readonly [what in 'weapon' | 'armour' | 'shield']: boolean }
  /** [CF-22.7] Archetypes of the creatures that its followers can summon. */
  readonly servants: { readonly [rank in Servant]: readonly string[] }
  /** In the order in which they are tried. */
  readonly gifts: readonly DivineGift[]
}

/** Bit sets, as `spell_paths` names the bits. */
export interface SpellPaths {
  readonly attuned: number
  readonly repelled: number
  readonly denied: number
}

export const noSpellPaths: SpellPaths = { attuned: 0, repelled: 0, denied: 0 }

/** [CF-24.4] What a god can do for a praying player. `chance`: percentage per attempt. */
export type DivineGift = { readonly chance: number } & (
  | { readonly type: 'thing'; readonly id: string }
  /** A random one of these things. */
  | { readonly type: 'one'; readonly ids: readonly string[] }
  | { readonly type: 'prayer'; readonly spell: string }
  /** No further gifts if the player's grace is below this, or below its own maximum. */
  | { readonly type: 'limit'; readonly grace: number }
  | { readonly type: 'grace' | 'hp' }
  /** Removes curses from worn items; `damned`: also damnation. */
  | { readonly type: 'freeing'; readonly damned: boolean }
  /** Adds a plus to the player's weapon, up to one for every `levels` levels of praying. */
  | { readonly type: 'blessing'; readonly levels: number }
  /** Restores spell points to this percentage of the maximum. */
  | { readonly type: 'sp'; readonly percent: number }
  /** An imported spell that is cast on the player. */
  | { readonly type: 'healing'; readonly spell: string }
  | { readonly type: 'word'; readonly text: string }
)
