// Chance in whole numbers. It comes from the Host alone.
import type { Range } from './archetype.ts'
import type { Scene } from './scene.ts'

type Chance = { readonly host: Pick<Scene['host'], 'random'> }

/** 1 to `sides`, each as likely as the others. */
export function roll({ host }: Chance, sides: number): number {
  return 1 + Math.floor(host.random() * sides)
}

/** From least to most, both included. */
export function within(scene: Chance, [least, most]: Range): number {
  return least + roll(scene, most - least + 1) - 1
}

/** So many times in a hundred. */
export function percent({ host }: Chance, chance: number): boolean {
  return host.random() * 100 < chance
}
