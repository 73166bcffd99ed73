// The `fire` command: uses the readied skill, spell or weapon in a direction. [CF-13.7]
import { turn } from '../places/arriving.ts'
import type { Direction } from '../scene/directions.ts'
import type { Player, Scene } from '../scene/scene.ts'
import { cannot, shootReadied } from './shooting.ts'
import { practise } from './using-skills.ts'

/** One action of firing. Returns its duration in microseconds, if that is not one action. */
export function fire(scene: Scene, player: Player, direction: Direction): number | void {
  const { readied } = player
  if (readied && readied.with !== 'skill') return shootReadied(scene, player, readied, direction)
  turn(player, direction)
  if (!readied) return cannot(player, 'You have nothing ready to fire.')
  return practise(scene, player, readied.name, direction)
}
