// [CF-24.1] Gods of imported worlds, as data. The built-in world has none.
import type { GodServant, StatBonuses } from './spell.ts'

export interface God {
  /** Altars and records refer to the god by this name. */
  readonly name: string
  readonly description: string
  readonly enemy: string | undefined
  /** `alliedRaces` belong to the god; `hatedRaces` are the god's enemies. The names of the races are in lower case. */
  readonly alliedRaces: readonly string[]
  readonly hatedRaces: readonly string[]
  readonly paths: SpellPaths
  readonly bonuses: StatBonuses
  /** Followers regenerate as with this number of rings of regeneration. Negative values slow regeneration. */
  readonly regenerationBonus: { readonly [of in 'hp' | 'sp' | 'grace']: number }
  readonly forbiddenEquipment: { readonly [what in 'weapon' | 'armour' | 'shield']: boolean }
  /** [CF-22.7] Archetypes of the creatures that the god's followers can summon. */
  readonly servants: { readonly [rank in GodServant]: readonly string[] }
  /** Gifts in the order in which the god tries them. */
  readonly gifts: readonly DivineGift[]
}

/** Sets of spell paths, as bits. The protocol's `spell_paths` names the bits. */
export interface SpellPaths {
  readonly attuned: number
  readonly repelled: number
  readonly denied: number
}

export const noSpellPaths: SpellPaths = { attuned: 0, repelled: 0, denied: 0 }

/** [CF-24.4] A gift of a god to a praying player. `chance`: in percent of prayers. */
export type DivineGift = { readonly chance: number } & (
  | { readonly type: 'thing'; readonly id: string }
  | { readonly type: 'one'; readonly ids: readonly string[] }
  | { readonly type: 'prayer'; readonly spell: string }
  /** The god tries no later gift if the player's grace is below `grace` or below the player's maximum. */
  | { readonly type: 'limit'; readonly grace: number }
  | { readonly type: 'grace' | 'hp' }
  /** Removes the curses of worn items; `damned`: also removes damnation. */
  | { readonly type: 'freeing'; readonly damned: boolean }
  /**
   * Raises the magic bonus of the player's weapon by one. The maximum bonus is one for every `levels` levels of the
   * skill praying.
   */
  | { readonly type: 'blessing'; readonly levels: number }
  | { readonly type: 'sp'; readonly percent: number }
  | { readonly type: 'healing'; readonly spell: string }
  | { readonly type: 'word'; readonly text: string }
)
