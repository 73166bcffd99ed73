// The holder of a Sword kills walkers by touching them, and attracts avengers.
import { giveItem, items, type Player, statuses } from '../players/player.ts'
import { giveToPlayer, homeNode, respawnAt, type UnitBehaviour } from './unit.ts'

/** [SR-5.8] */
export const sword: UnitBehaviour = {
  reach: 'still',
  act(unit, context) {
    if (unit.status === statuses.idle) return
    const holder = context.holder(unit)
    if (holder === 'away' || (holder && keeps(holder))) return
    unit.holder = undefined
    respawnAt(unit, context, homeNode(unit), statuses.idle)
  },
  touch(unit, player, context) {
    if (player.has(items.sword)) return false
    giveItem(player, items.sword)
    player.swordSince = context.now
    giveToPlayer(unit, player, context)
    return true
  },
}

function keeps(holder: Player): boolean {
  return holder.has(items.sword) && (holder.status === statuses.idle || holder.status === statuses.goal)
}
