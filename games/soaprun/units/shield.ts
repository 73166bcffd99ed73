// The shield protects from flames, brings rain and attracts chasers. Drops where its holder dies, then returns home.
import { giveItem, items, type Player, statuses } from '../players/player.ts'
import { giveToPlayer, homeNode, respawnAt, type Unit, type UnitBehaviour, type UnitContext } from './unit.ts'

/** Ticks for which a dropped shield stays where it is, after the first. */
const ticksLying = 100

/** [SR-5.9] One per player. Drops when its holder dies, becomes a ghost or leaves; returns home if no one takes it. */
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

/** Stores the holder's position: the shield drops there even if the player has left. */
export function rememberCarrier(unit: Unit, { place }: Player): void {
  unit.carriedTo = place
}

/** Returns it home at once, without a holder. */
export function bringHome(unit: Unit, context: UnitContext): void {
  releaseShield(unit)
  unit.wait = 0
  respawnAt(unit, context, homeNode(unit), statuses.idle)
}

function releaseShield(unit: Unit): void {
  unit.holder = undefined
  unit.carriedTo = undefined
}
