// Random integers. The only source of randomness is the Host.
import type { Range } from './archetype.ts'
import type { Scene } from './scene.ts'

type Chance = { readonly host: Pick<Scene['context'], 'random'> }

/** 1 to `sides`, uniformly. */
export function roll({ host }: Chance, sides: number): number {
  return 1 + Math.floor(host.random() * sides)
}

/** From minimum to maximum, inclusive. */
export function within(scene: Chance, [least, most]: Range): number {
  return least + roll(scene, most - least + 1) - 1
}

/** True with a chance of that many percent. */
export function percent({ host }: Chance, chance: number): boolean {
  return host.random() * 100 < chance
}
