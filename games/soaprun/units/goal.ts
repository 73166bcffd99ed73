// A player who touches the Goal wins. The Goal does not move.
import { statuses } from '../players/player.ts'
import { bringHome } from './shield.ts'
import { isHeldBy, type UnitBehaviour } from './unit.ts'

/**
 * [SR-5.7] A Goal can be touched in any state. The player's shield returns home at once, and the player's sword returns
 * when the player leaves.
 */
export const goal: UnitBehaviour = {
  reach: 'still',
  touchableInAnyState: true,
  act() {},
  touch(_unit, player, context) {
    player.status = statuses.goal
    player.trail.invalidate()
    for (const unit of context.units)
      if (unit.type === 'Shield' && isHeldBy(unit, player)) bringHome(unit, context)
    return true
  },
}
