// Obstacles in a gate, and the damage to them. [CF-20.13]
import { messageTypes } from '../hearing/text-kinds.ts'
import { movablesAt, playersAt, type Standing } from '../places/parts.ts'
import { roll } from '../scene/dice.ts'
import type { CellOf, Scene } from '../scene/scene.ts'
import { nameOf } from '../things/thing.ts'
import { woundMonster, woundPlayer } from '../vitals/wounds.ts'

/** Ticks between blows of a blocked gate. */
const crushTicks = 4

/** Whether a player, a creature or an item is in the cell. */
export function isBarred(at: CellOf): boolean {
  return playersAt(at).length > 0 || [...movablesAt(at)].length > 0
}

export function hurtUnder(scene: Scene, { thing, at }: Standing, damage: number): void {
  if (damage === 0 || scene.ticks % crushTicks !== 0) return
  const name = nameOf(thing).one
  for (const player of [...playersAt(at)]) {
    player.tell(`You are crushed by the ${name}!`, messageTypes.wasHit)
    woundPlayer(scene, player, roll(scene, damage), `a ${name}`)
  }
  const creature = at.level.creatureAt(at.x, at.y)
  if (creature) woundMonster(scene, creature, roll(scene, damage))
}
