// Walls that can be destroyed by attacks. [CF-20.18]
import { hurts } from '../fight/damage.ts'
import { sounds } from '../hearing/sounds.ts'
import { messageTypes } from '../hearing/text-kinds.ts'
import { partsAt, setState } from '../places/parts.ts'
import type { Spot } from '../scene/level-plan.ts'
import type { Player, Scene } from '../scene/scene.ts'
import { soundAt } from '../scene/telling.ts'
import { nameOf } from '../things/thing.ts'
import { blowMicros } from '../time/pace.ts'

/** Attacks a breakable wall in the cell, if any. Returns the duration in microseconds. */
export function strikeWall(scene: Scene, player: Player, { x, y }: Spot): number | void {
  const level = player.level!
  const wall = partsAt(level, x, y).find(({ part, is }) => part.is === 'breakable' && !is.gone)
  if (wall?.part.is !== 'breakable') return
  const { damage } = player.figures
  const lost = wall.is.state + hurts(scene, damage, 0)
  const name = nameOf(wall.thing).one
  setState(wall, Math.min(lost, wall.part.hp))
  soundAt(level, x, y, sounds.hitLightly)
  player.tell(lost >= wall.part.hp ? `You tear down the ${name}.` : `You hit the ${name}.`, messageTypes.hit)
  return blowMicros(player)
}
