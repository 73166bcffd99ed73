// [CF-20.18]

import type { Position } from '../../model/definitions/level-plan.ts'
import { setPartState } from '../../model/level/machine-parts.ts'
import { meleeAttack } from '../../model/players/derived-stats.ts'
import { playSoundAt } from '../../model/state/broadcast.ts'
import type { GameState, Player } from '../../model/state/game-state.ts'
import { nameOf } from '../../model/things/thing.ts'
import { attackMicros } from '../../model/time/action-timing.ts'
import { messageTypes } from '../../protocol/events/message-types.ts'
import { sounds } from '../../protocol/events/sounds.ts'
import { resistanceTo, rollDamage } from '../combat/damage-rolls.ts'
import { breakableAt, breakOpen } from './locked-doors.ts'

/** Returns the duration in microseconds; undefined if there is no breakable wall or door. */
export function attackWall(game: GameState, player: Player, { x, y }: Position): number | void {
  const level = player.level!
  const wall = breakableAt(level, x, y)
  if (!wall) return
  const { damage } = player.stats
  const lost =
    wall.machine.state + rollDamage(game, damage, resistanceTo(wall.part, meleeAttack(player).attack))
  const name = nameOf(wall.thing).one
  if (lost < wall.part.hp) setPartState(wall, lost)
  else breakOpen(wall)
  playSoundAt(level, x, y, sounds.hitLightly)
  player.sendMessage(
    lost >= wall.part.hp ? `You tear down the ${name}.` : `You hit the ${name}.`,
    messageTypes.hit,
  )
  return attackMicros(player)
}
