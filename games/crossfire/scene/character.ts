// Parts of a character that refer to neither things nor places: abilities, stats, effects.
import type { Resistance } from './attack.ts'
import type { Direction } from './directions.ts'
import type { Paths } from './god.ts'
import type { Given } from './spell.ts'

/** [CF-8.5] In the order of current clients' `stats`. */
export const abilityNames = ['Str', 'Int', 'Wis', 'Dex', 'Con', 'Cha', 'Pow'] as const
export type Ability = (typeof abilityNames)[number]
export type Abilities = { readonly [name in Ability]: number }

/** What a character is created with. */
export interface Origin {
  readonly tag: number
  readonly name: string
  /** Ids of people/characters.ts. */
  readonly race: string
  readonly class: string
  readonly abilities: Abilities
}

/** Stats derived from origin, level, equipment and effects. */
export interface Figures {
  /** Including equipment. */
  readonly abilities: Abilities
  readonly maxHp: number
  readonly maxSp: number
  readonly maxGrace: number
  /** Lower is better, for both. */
  readonly wc: number
  readonly ac: number
  /** Maximum per blow. */
  readonly damage: number
  /** Percentage off each physical blow. */
  readonly armour: number
  readonly resists: Resistance
  /** [CF-24.3] */
  readonly paths: Paths
  /** Actions per tick. */
  readonly speed: number
  /** Blows per tick. */
  readonly weaponSpeed: number
  /** Grams. */
  readonly weightLimit: number
}

/** [CF-24.2] The god's name, and the ids of spells and items that the god granted, which are lost with the faith. */
export interface Faith {
  readonly god: string
  readonly granted: ReadonlySet<string>
}

/** What `fire` uses. `name` of a spell or skill; `tag` of a wand or bow. */
export type Readied =
  | { readonly with: 'spell'; readonly name: string }
  | { readonly with: 'skill'; readonly name: string }
  | { readonly with: 'launcher' | 'wand'; readonly tag: number }

/** A temporary effect. */
export interface Effect {
  /** World clock in milliseconds at which it ends. */
  readonly until: number
  readonly strength: number
  /** [CF-22.6] Bonuses while it lasts. */
  readonly gives?: Given
}

/** An action that repeats until it is stopped. */
export interface Repeated {
  readonly what: 'run' | 'fire'
  readonly direction: Direction
}
