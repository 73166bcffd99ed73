// Random integers. The only source of randomness is the GameContext.
import type { NumberRange } from '../definitions/archetype.ts'
import type { GameState } from './game-state.ts'

type RandomSource = { readonly context: Pick<GameState['context'], 'random'> }

/** 1 to `sides`, uniformly. */
export function rollDie({ context }: RandomSource, sides: number): number {
  return 1 + Math.floor(context.random() * sides)
}

/** From minimum to maximum, inclusive. */
export function rollInRange(random: RandomSource, [least, most]: NumberRange): number {
  return least + rollDie(random, most - least + 1) - 1
}

/** True with a chance of that many percent. */
export function rollPercent({ context }: RandomSource, chance: number): boolean {
  return context.random() * 100 < chance
}
