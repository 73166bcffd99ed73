// The shield: keeps flames off whoever carries it, brings rain and the chasers. Lies where its holder fell, then goes home.
import { items, type Player, statuses, take } from '../players/player.ts'
import { appear, giveTo, home, type Kind, type Scene, type Unit } from './unit.ts'

/** Ticks beyond the first that it lies where its holder fell. */
const ticksLying = 100

/** [SR-5.9] One to a player; drops when its holder is dead, a ghost or gone, and goes home when nobody takes it. */
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

/** Remembers where its holder is: it drops there even when he is gone, and then nobody else knows. */
export function rememberCarrier(unit: Unit, { place }: Player): void {
  unit.carriedTo = place
}

/** Home at once, and nobody's. */
export function bringHome(unit: Unit, scene: Scene): void {
  letGo(unit)
  unit.wait = 0
  appear(unit, scene, home(unit), statuses.idle)
}

function letGo(unit: Unit): void {
  unit.holder = undefined
  unit.carriedTo = undefined
}
