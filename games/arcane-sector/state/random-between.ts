// Random whole numbers, from the Host only.
import type { GameContext } from '../../game.ts'

/** A whole number, `least` ≤ n ≤ `most`, uniformly distributed. */
export function randomBetween(context: Pick<GameContext, 'random'>, min: number, max: number): number {
  return min + Math.floor(context.random() * (max - min + 1))
}
