// Random whole numbers, from GameContext only.
import type { GameContext } from '../../game.ts'

/** A whole number, `min` ≤ n ≤ `max`, uniformly distributed. */
export function randomBetween(context: Pick<GameContext, 'random'>, min: number, max: number): number {
  return min + Math.floor(context.random() * (max - min + 1))
}
