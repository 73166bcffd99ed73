// What a character is made of that names neither things nor places: abilities, figures, what goes on in him.
import type { Resistance } from './attack.ts'
import type { Direction } from './directions.ts'
import type { Paths } from './god.ts'
import type { Given } from './spell.ts'

/** [CF-8.5] In the order of today's `stats`. */
export const abilityNames = ['Str', 'Int', 'Wis', 'Dex', 'Con', 'Cha', 'Pow'] as const
export type Ability = (typeof abilityNames)[number]
export type Abilities = { readonly [name in Ability]: number }

/** What a character is from his beginning. */
export interface Origin {
  readonly tag: number
  readonly name: string
  /** Ids of people/characters.ts. */
  readonly race: string
  readonly class: string
  readonly abilities: Abilities
}

/** What follows from what he is and wears. */
export interface Figures {
  /** With what he wears. */
  readonly abilities: Abilities
  readonly maxHp: number
  readonly maxSp: number
  readonly maxGrace: number
  /** Less is better, both. */
  readonly wc: number
  readonly ac: number
  /** Most of one blow. */
  readonly damage: number
  /** Percent off each physical blow. */
  readonly armour: number
  readonly resists: Resistance
  /** [CF-24.3] */
  readonly paths: Paths
  /** Acts a tick. */
  readonly speed: number
  /** Blows a tick. */
  readonly weaponSpeed: number
  /** Grams. */
  readonly weightLimit: number
}

/** [CF-24.2] A god's name; and the ids of spells and things that he has of him, which go with his faith. */
export interface Faith {
  readonly god: string
  readonly granted: ReadonlySet<string>
}

/** What `fire` uses. `name`: of a spell, of a skill; of a wand or a bow its tag as a number. */
export type Readied =
  | { readonly with: 'spell'; readonly name: string }
  | { readonly with: 'skill'; readonly name: string }
  | { readonly with: 'launcher' | 'wand'; readonly tag: number }

/** Something that goes on for a while. */
export interface Effect {
  /** The world's clock, in milliseconds, at which it is over. */
  readonly until: number
  readonly strength: number
  /** [CF-22.6] What he has of it meanwhile. */
  readonly gives?: Given
}

/** What he does over and over, until he is told to stop. */
export interface Repeated {
  readonly what: 'run' | 'fire'
  readonly direction: Direction
}
