// A Shield protects its holder from flames, makes it rain and attracts units of type Chase.
import { giveItem, itemBits, statusNumbers } from '../players/player.ts'
import {
  giveToPlayer,
  homeNode,
  respawnUnitAt,
  type Unit,
  type UnitBehaviour,
  type UnitContext,
} from './unit.ts'

/** After its first tick on the ground, a dropped shield stays there for this many ticks. */
const ticksLying = 100

/** [SR-5.9] */
export const shieldBehaviour: UnitBehaviour = {
  reach: 'still',
  act(unit, context) {
    if (unit.status === statusNumbers.dead) return carried(unit, context)
    if (!unit.isAtHome) bringShieldHome(unit, context)
  },
  touch(unit, player, context) {
    if (player.has(itemBits.shield)) return false
    giveItem(player, itemBits.shield)
    giveToPlayer(unit, player, context)
    return true
  },
}

/** The shield drops at the position that its holder had in the last tick, even if the player has left. */
function carried(unit: Unit, context: UnitContext): void {
  const holder = context.holder(unit)
  if (holder === 'away') return
  if (holder?.status === statusNumbers.idle && holder.has(itemBits.shield)) {
    unit.carriedTo = holder.place
    return
  }
  const place = unit.carriedTo ?? unit.place
  releaseShield(unit)
  respawnUnitAt(unit, context, { x: place.x, y: place.y }, statusNumbers.idle)
  unit.wait = ticksLying
}

export function bringShieldHome(unit: Unit, context: UnitContext): void {
  releaseShield(unit)
  unit.wait = 0
  respawnUnitAt(unit, context, homeNode(unit), statusNumbers.idle)
}

function releaseShield(unit: Unit): void {
  unit.holder = undefined
  unit.carriedTo = undefined
}
