// Chance in whole numbers. It comes from the Host alone.
import type { Host } from '../../game.ts'

/** `least` ≤ n ≤ `most`, whole; each as likely as the others. */
export function between(host: Pick<Host, 'random'>, least: number, most: number): number {
  return least + Math.floor(host.random() * (most - least + 1))
}
