// Walls that can be destroyed by attacks. [CF-20.18]
import { rollDamage } from '../fight/damage.ts'
import { sounds } from '../hearing/sounds.ts'
import { messageTypes } from '../hearing/text-kinds.ts'
import { partsAt, setState } from '../places/parts.ts'
import type { Position } from '../scene/level-plan.ts'
import type { Player, GameState } from '../scene/scene.ts'
import { playSoundAt } from '../scene/telling.ts'
import { nameOf } from '../things/thing.ts'
import { blowMicros } from '../time/pace.ts'

/** Attacks a breakable wall in the cell, if any. Returns the duration in microseconds. */
export function attackWall(game: GameState, player: Player, { x, y }: Position): number | void {
  const level = player.level!
  const wall = partsAt(level, x, y).find(({ part, machine }) => part.is === 'breakable' && !machine.gone)
  if (wall?.part.is !== 'breakable') return
  const { damage } = player.stats
  const lost = wall.machine.state + rollDamage(game, damage, 0)
  const name = nameOf(wall.thing).one
  setState(wall, Math.min(lost, wall.part.hp))
  playSoundAt(level, x, y, sounds.hitLightly)
  player.sendMessage(lost >= wall.part.hp ? `You tear down the ${name}.` : `You hit the ${name}.`, messageTypes.hit)
  return blowMicros(player)
}
