import { statusNumbers } from '../players/player.ts'
import { bringShieldHome } from './shield.ts'
import { isUnitHeldBy, type UnitBehaviour } from './unit.ts'

/** [SR-5.7] */
export const goalBehaviour: UnitBehaviour = {
  reach: 'still',
  touchableInAnyState: true,
  act() {},
  touch(_unit, player, context) {
    player.status = statusNumbers.goal
    player.trail.invalidate()
    for (const unit of context.units)
      if (unit.type === 'Shield' && isUnitHeldBy(unit, player)) bringShieldHome(unit, context)
    return true
  },
}
