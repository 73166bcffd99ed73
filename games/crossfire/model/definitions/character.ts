import type { Resistances } from './attack-types.ts'
import type { Direction } from './directions.ts'
import type { SpellPaths } from './god.ts'
import type { StatBonuses } from './spell.ts'

/** [CF-8.5] The abilities in the order in which current clients expect them in `stats`. */
export const abilityNames = ['Str', 'Int', 'Wis', 'Dex', 'Con', 'Cha', 'Pow'] as const
export type Ability = (typeof abilityNames)[number]
export type Abilities = { readonly [name in Ability]: number }

export interface CharacterOrigin {
  readonly tag: number
  readonly name: string
  /** Ids of a race and a class of the world. */
  readonly race: string
  readonly class: string
  readonly abilities: Abilities
}

export interface DerivedStats {
  /** Abilities with the bonuses of equipment. */
  readonly abilities: Abilities
  readonly maxHp: number
  readonly maxSp: number
  readonly maxGrace: number
  /** Lower is better for both `wc` and `ac`. */
  readonly wc: number
  readonly ac: number
  /** Maximum damage of an attack. */
  readonly damage: number
  readonly armour: number
  readonly resists: Resistances
  /** [CF-24.3] */
  readonly paths: SpellPaths
  /** Actions per tick. */
  readonly speed: number
  /** Attacks per tick. */
  readonly weaponSpeed: number
  /** Grams. */
  readonly weightLimit: number
  /**
   * [CF-15.1] For a value `n` of at least 0, food lasts `1 + n` times as long. For a negative `n` it is used up `1 - n`
   * times as fast.
   */
  readonly sustenance: number
  /** [CF-15.3] Sum of the regeneration of all things in use. One point has the effect of one ring of regeneration. */
  readonly regeneration: { readonly hp: number; readonly sp: number }
}

/**
 * [CF-24.2] The god's name, and the ids of the spells and items that the god granted. A character who loses the faith
 * also loses these spells and items.
 */
export interface Faith {
  readonly god: string
  readonly granted: ReadonlySet<string>
}

/** The action of the command `fire`. `name`: of the spell or skill. `tag`: of the wand or bow. */
export type ReadiedAction =
  | { readonly with: 'spell'; readonly name: string }
  | { readonly with: 'skill'; readonly name: string }
  | { readonly with: 'launcher' | 'wand'; readonly tag: number }

/** [CF-22.11] */
export const petModes = ['normal', 'sad', 'defend', 'arena'] as const
export type PetMode = (typeof petModes)[number]

export interface TimedEffect {
  /** World clock in milliseconds at which the effect ends. */
  readonly endsAt: number
  readonly strength: number
  /** [CF-22.6] */
  readonly bonuses?: StatBonuses
}

export interface RepeatedAction {
  readonly kind: 'run' | 'fire'
  readonly direction: Direction
}
