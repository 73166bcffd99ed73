// Random whole numbers. GameContext is the only source of randomness.
import type { GameContext } from '../../game.ts'

/** Returns a uniformly distributed whole number from `min` to `max`, both included. */
export function randomBetween(context: Pick<GameContext, 'random'>, min: number, max: number): number {
  return min + Math.floor(context.random() * (max - min + 1))
}
