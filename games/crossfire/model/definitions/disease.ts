// [CF-22.15]
import type { AttackTypes } from './attack-types.ts'
import type { Abilities } from './character.ts'

export interface Disease {
  /** Archetype id. */
  readonly id: string
  readonly name: string
  readonly level: number
  /** Races that the disease affects, in lower case. `*`: all races except the undead. */
  readonly races: readonly string[]
  /** `contagionPercent`: chance that each action infects a player or creature within `range` cells. */
  readonly contagionPercent: number
  readonly range: number
  /** Actions of the disease per tick. */
  readonly speed: number
  /** Number of actions after which the disease ends; undefined if it lasts until it is cured. */
  readonly actions: number | undefined
  /** The effects of each action. A negative `damage` is a percentage of the victim's maximum hp. */
  readonly damage: number
  readonly attack: AttackTypes
  readonly sp: number
  readonly food: number
  readonly slows: boolean
  /** Each action of the disease increases these changes by `progressPercent`. */
  readonly abilities: Partial<Abilities>
  readonly progressPercent: number
  /** Archetype of the thing that each action leaves in the victim's cell. */
  readonly leaves?: string
  readonly text?: string
  readonly experience: number
}
