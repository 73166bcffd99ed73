// The holder of a Sword kills walkers by touching them, and attracts avengers.
import { giveItem, itemBits, type Player, statusNumbers } from '../players/player.ts'
import { giveToPlayer, homeNode, respawnUnitAt, type UnitBehaviour } from './unit.ts'

/** [SR-5.8] */
export const swordBehaviour: UnitBehaviour = {
  reach: 'still',
  act(unit, context) {
    if (unit.status === statusNumbers.idle) return
    const holder = context.holder(unit)
    if (holder === 'away' || (holder && keeps(holder))) return
    unit.holder = undefined
    respawnUnitAt(unit, context, homeNode(unit), statusNumbers.idle)
  },
  touch(unit, player, context) {
    if (player.has(itemBits.sword)) return false
    giveItem(player, itemBits.sword)
    player.swordSince = context.now
    giveToPlayer(unit, player, context)
    return true
  },
}

function keeps(holder: Player): boolean {
  return (
    holder.has(itemBits.sword) &&
    (holder.status === statusNumbers.idle || holder.status === statusNumbers.goal)
  )
}
