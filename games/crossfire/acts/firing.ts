// `fire`: what he has ready, a skill or something that flies, goes that way. [CF-13.7]
import { turn } from '../places/arriving.ts'
import type { Direction } from '../scene/directions.ts'
import type { Player, Scene } from '../scene/scene.ts'
import { cannot, shootReadied } from './shooting.ts'
import { practise } from './using-skills.ts'

/** One act of firing. What is returned is the time that it took, in microseconds, where that is not one act. */
export function fire(scene: Scene, player: Player, direction: Direction): number | void {
  const { readied } = player
  if (readied && readied.with !== 'skill') return shootReadied(scene, player, readied, direction)
  turn(player, direction)
  if (!readied) return cannot(player, 'You have nothing ready to fire.')
  return practise(scene, player, readied.name, direction)
}
