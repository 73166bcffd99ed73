// The sword kills walkers for its holder and calls the avengers. Does not move.
import { items, type Player, statuses, take } from '../players/player.ts'
import { appear, giveTo, home, type Kind } from './unit.ts'

/** [SR-5.8] One per player. Returns when its holder dies, becomes a ghost, leaves or loses it, but not at the goal. */
export const sword: Kind = {
  reach: 'still',
  act(unit, scene) {
    if (unit.status === statuses.idle) return
    const holder = scene.holder(unit)
    if (holder === 'away' || (holder && keeps(holder))) return
    unit.holder = undefined
    appear(unit, scene, home(unit), statuses.idle)
  },
  touch(unit, player, scene) {
    if (player.has(items.sword)) return false
    take(player, items.sword)
    player.swordSince = scene.now
    giveTo(unit, player, scene)
    return true
  },
}

function keeps(holder: Player): boolean {
  return holder.has(items.sword) && (holder.status === statuses.idle || holder.status === statuses.goal)
}
