// The GameContext is the only source of randomness.
import type { NumberRange } from '../definitions/archetype.ts'
import type { GameState } from './game-state.ts'

type RandomSource = { readonly context: Pick<GameState['context'], 'random'> }

/** A random number from 1 to `sides`. */
export function rollDie({ context }: RandomSource, sides: number): number {
  return 1 + Math.floor(context.random() * sides)
}

/** Both ends are included. */
export function rollInRange(random: RandomSource, [least, most]: NumberRange): number {
  return least + rollDie(random, most - least + 1) - 1
}

export function rollPercent({ context }: RandomSource, chance: number): boolean {
  return context.random() * 100 < chance
}
