// Swamps, in which players sink. [CF-20.11]
import { messageTypes } from '../hearing/text-kinds.ts'
import { roll } from '../scene/dice.ts'
import type { Player, Scene, Thing } from '../scene/scene.ts'
import { nameOf } from '../things/thing.ts'
import { woundPlayer } from '../vitals/wounds.ts'

/** Name of the player effect; its strength is the depth. */
const sinking = 'sinking'
/** Ticks between pulls. */
const pullTicks = 14
/** By depth: one in so many pulls drags the player deeper. */
const sidesAt: readonly number[] = [1, 3, 3, 5]

/** `swamp` undefined: the player is on other ground. Moving inside a swamp does not slow the sinking. */
export function sink(scene: Scene, player: Player, swamp: Thing | undefined): void {
  const depth = player.effects.get(sinking)?.strength ?? 0
  if (!swamp) {
    if (depth > 0) player.effects.delete(sinking)
    return
  }
  if (depth > 0 && scene.ticks % pullTicks !== 0) return
  if (roll(scene, sidesAt[depth]!) > 1) return
  const name = nameOf(swamp).one
  if (depth === 3) {
    player.effects.delete(sinking)
    player.tell(`You go under in the ${name}.`, messageTypes.badEffect)
    return woundPlayer(scene, player, player.hp, `drowning in a ${name}`)
  }
  player.effects.set(sinking, { until: Number.MAX_SAFE_INTEGER, strength: depth + 1 })
  player.tell(depths[depth]!(name), messageTypes.badEffect)
}

const depths: readonly ((name: string) => string)[] = [
  (name) => `You are down to your knees in the ${name}.`,
  (name) => `You are down to your waist in the ${name}.`,
  (name) => `You are down to your neck in the dangerous ${name}!`,
]
