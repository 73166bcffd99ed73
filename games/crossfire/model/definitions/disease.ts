// [CF-22.15] Diseases, as data.
import type { Attacks } from './attack-types.ts'
import type { Abilities } from './character.ts'

export interface Disease {
  /** Archetype id. */
  readonly id: string
  readonly name: string
  readonly level: number
  /** Races that it affects, in lower case; `*`: all except undead. */
  readonly races: readonly string[]
  /** Chance in percent that it infects a being nearby at each of its actions, and cells that it reaches. */
  readonly contagionPercent: number
  readonly range: number
  /** Actions per tick. */
  readonly speed: number
  /** Actions after which it ends; undefined if it lasts until it is cured. */
  readonly actions: number | undefined
  /** Effects of each action. A negative `damage` is a percentage of the maximum hp. */
  readonly damage: number
  readonly attack: Attacks
  readonly sp: number
  readonly food: number
  readonly slows: boolean
  /** Change of abilities, and the percentage by which it grows with each action. */
  readonly abilities: Partial<Abilities>
  readonly progressPercent: number
  /** Id of what it leaves in the cell. */
  readonly leaves?: string
  readonly text?: string
  /** Experience for curing it. */
  readonly experience: number
}
