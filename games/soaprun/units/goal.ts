// The goal: whoever reaches it has won. Stands still.
import { statuses } from '../players/player.ts'
import { bringHome } from './shield.ts'
import { heldBy, type Kind } from './unit.ts'

/** [SR-5.7] Met in any state. A shield goes home at once, a sword when its holder leaves. */
export const goal: Kind = {
  reach: 'still',
  metInAnyState: true,
  act() {},
  touch(_unit, player, scene) {
    player.status = statuses.goal
    player.trail.changed()
    for (const unit of scene.units) if (unit.type === 'Shield' && heldBy(unit, player)) bringHome(unit, scene)
    return true
  },
}
