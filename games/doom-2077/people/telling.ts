// Events about one player: position and health; and about the weapons that all players carry.

import type { WorldEvent } from '../scene/events.ts'
import { fullHealth, type Player } from '../scene/player.ts'
import { loaded } from '../weapons/weapons.ts'

/** [DM-4.6] */
export const weaponsTold: WorldEvent = { kind: 'weapons', weapons: loaded }

/** [DM-4.4] The maximum is never below the current health, because the client would cap it. */
export function healthOf({ id, health }: Pick<Player, 'id' | 'health'>): WorldEvent {
  return { kind: 'health', id, health, max: Math.max(fullHealth, health) }
}

export function placeOf({ id, place }: Pick<Player, 'id' | 'place'>): WorldEvent {
  return { kind: 'moved', id, place }
}

/** The player's own set position, together with the map if the client has to load it. */
export function setOf(player: Player): WorldEvent {
  if (player.arrived) return placeOf(player)
  return { kind: 'map', name: player.map, id: player.id, place: player.place }
}
