// What is told of one player: where he is and how he is; and of what everybody carries.

import type { WorldEvent } from '../scene/events.ts'
import { fullHealth, type Player } from '../scene/player.ts'
import { loaded } from '../weapons/weapons.ts'

/** [DM-4.6] */
export const weaponsTold: WorldEvent = { kind: 'weapons', weapons: loaded }

/** [DM-4.4] The maximum is never below what he has: the client would cut it. */
export function healthOf({ id, health }: Pick<Player, 'id' | 'health'>): WorldEvent {
  return { kind: 'health', id, health, max: Math.max(fullHealth, health) }
}

export function placeOf({ id, place }: Pick<Player, 'id' | 'place'>): WorldEvent {
  return { kind: 'moved', id, place }
}

/** What he himself is told of where he was set: in a map that he has to load, with that. */
export function setOf(player: Player): WorldEvent {
  if (player.arrived) return placeOf(player)
  return { kind: 'map', name: player.map, id: player.id, place: player.place }
}
