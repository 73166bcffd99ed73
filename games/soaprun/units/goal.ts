// The goal: a player who reaches it wins. Does not move.
import { statuses } from '../players/player.ts'
import { bringHome } from './shield.ts'
import { heldBy, type Kind } from './unit.ts'

/** [SR-5.7] Can be touched in any state. The player's shield returns home at once, a sword when the player leaves. */
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
