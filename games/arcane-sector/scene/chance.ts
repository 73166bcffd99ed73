// Random whole numbers, from the Host only.
import type { Host } from '../../game.ts'

/** A whole number, `least` ≤ n ≤ `most`, uniformly distributed. */
export function between(host: Pick<Host, 'random'>, least: number, most: number): number {
  return least + Math.floor(host.random() * (most - least + 1))
}
