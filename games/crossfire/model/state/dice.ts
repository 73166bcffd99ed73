// Random integers. Random numbers come from the GameContext, which is the only source of randomness.
import type { NumberRange } from '../definitions/archetype.ts'
import type { GameState } from './game-state.ts'

type RandomSource = { readonly context: Pick<GameState['context'], 'random'> }

/** A random integer from 1 to `sides`, all equally likely. */
export function rollDie({ context }: RandomSource, sides: number): number {
  return 1 + Math.floor(context.random() * sides)
}

/** A random integer of the range, both ends included. */
export function rollInRange(random: RandomSource, [least, most]: NumberRange): number {
  return least + rollDie(random, most - least + 1) - 1
}

/** Returns true with a probability of `chance` percent. */
export function rollPercent({ context }: RandomSource, chance: number): boolean {
  return context.random() * 100 < chance
}
