// The shield protects from flames, brings rain and attracts chasers. Drops where its holder dies, then returns home.
import { items, type Player, statuses, take } from '../players/player.ts'
import { appear, giveTo, home, type Kind, type Scene, type Unit } from './unit.ts'

/** Ticks beyond the first that it stays where its holder dropped it. */
const ticksLying = 100

/** [SR-5.9] One per player. Drops when its holder dies, becomes a ghost or leaves; returns home if no one takes it. */
export const shield: Kind = {
  reach: 'still',
  act(unit, scene) {
    if (unit.status === statuses.dead) return carried(unit, scene)
    if (!unit.atHome) bringHome(unit, scene)
  },
  touch(unit, player, scene) {
    if (player.has(items.shield)) return false
    take(player, items.shield)
    giveTo(unit, player, scene)
    return true
  },
}

function carried(unit: Unit, scene: Scene): void {
  const holder = scene.holder(unit)
  if (holder === 'away') return
  if (holder) rememberCarrier(unit, holder)
  if (holder?.status === statuses.idle && holder.has(items.shield)) return
  const place = unit.carriedTo ?? unit.place
  letGo(unit)
  appear(unit, scene, { x: place.x, y: place.y }, statuses.idle)
  unit.wait = ticksLying
}

/** Stores the holder's position: the shield drops there even if the player has left. */
export function rememberCarrier(unit: Unit, { place }: Player): void {
  unit.carriedTo = place
}

/** Returns it home at once, without a holder. */
export function bringHome(unit: Unit, scene: Scene): void {
  letGo(unit)
  unit.wait = 0
  appear(unit, scene, home(unit), statuses.idle)
}

function letGo(unit: Unit): void {
  unit.holder = undefined
  unit.carriedTo = undefined
}
