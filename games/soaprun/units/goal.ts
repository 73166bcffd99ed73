import { statuses } from '../players/player.ts'
import { bringHome } from './shield.ts'
import { isHeldBy, type UnitBehaviour } from './unit.ts'

/** [SR-5.7] */
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
