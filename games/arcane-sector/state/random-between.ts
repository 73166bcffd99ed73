import type { GameContext } from '../../game.ts'

/** Uniformly distributed, both ends included. */
export function randomBetween(context: Pick<GameContext, 'random'>, min: number, max: number): number {
  return min + Math.floor(context.random() * (max - min + 1))
}
