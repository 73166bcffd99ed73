// A Shield protects its holder from flames, makes it rain and attracts units of type Chase.
import { giveItem, items, type Player, statuses } from '../players/player.ts'
import { giveToPlayer, homeNode, respawnAt, type Unit, type UnitBehaviour, type UnitContext } from './unit.ts'

/** A dropped shield stays at its place for this many ticks after the first one. */
const ticksLying = 100

/** [SR-5.9] */
export const shield: UnitBehaviour = {
  reach: 'still',
  act(unit, context) {
    if (unit.status === statuses.dead) return carried(unit, context)
    if (!unit.isAtHome) bringHome(unit, context)
  },
  touch(unit, player, context) {
    if (player.has(items.shield)) return false
    giveItem(player, items.shield)
    giveToPlayer(unit, player, context)
    return true
  },
}

function carried(unit: Unit, context: UnitContext): void {
  const holder = context.holder(unit)
  if (holder === 'away') return
  if (holder) rememberCarrier(unit, holder)
  if (holder?.status === statuses.idle && holder.has(items.shield)) return
  const place = unit.carriedTo ?? unit.place
  releaseShield(unit)
  respawnAt(unit, context, { x: place.x, y: place.y }, statuses.idle)
  unit.wait = ticksLying
}

/** The shield drops at the holder's last position, even if the player has left. */
export function rememberCarrier(unit: Unit, { place }: Player): void {
  unit.carriedTo = place
}

export function bringHome(unit: Unit, context: UnitContext): void {
  releaseShield(unit)
  unit.wait = 0
  respawnAt(unit, context, homeNode(unit), statuses.idle)
}

function releaseShield(unit: Unit): void {
  unit.holder = undefined
  unit.carriedTo = undefined
}
