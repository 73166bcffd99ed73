import { fullHealth, type Player } from '../state/player.ts'
import type { WorldEvent } from '../state/world-events.ts'
import { startWeaponLoads } from '../weapons/weapons.ts'

/** [DM-4.6] */
export const weaponsEvent: WorldEvent = { kind: 'weapons', weapons: startWeaponLoads }

/** [DM-4.4] The maximum is never below the current health, because the client would cap it. */
export function healthEvent({ id, health }: Pick<Player, 'id' | 'health'>): WorldEvent {
  return { kind: 'health', id, health, max: Math.max(fullHealth, health) }
}

export function positionEvent({ id, position }: Pick<Player, 'id' | 'position'>): WorldEvent {
  return { kind: 'moved', id, place: position }
}

/** Includes the map if the client has to load it. */
export function playerPlacedEvent(player: Player): WorldEvent {
  if (player.hasLoadedMap) return positionEvent(player)
  return { kind: 'map', name: player.map, id: player.id, place: player.position }
}
