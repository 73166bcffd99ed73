// [AS-11.3]

import { isBlocking } from '../items/items.ts'
import type { Monster } from '../state/monster.ts'
import type { WorldState } from '../state/world-state.ts'
import { firstIndoorRow, type Place } from '../terrain/terrain.ts'

/** Monsters stay outdoors and outside the safe zone. */
export function canMonsterStand(state: WorldState, place: Place): boolean {
  if (place.y >= firstIndoorRow || state.monsters.isSafeZone(place) || state.terrain.blocks(place.x, place.y))
    return false
  if (state.ground.at(place).some((item) => isBlocking(item) || item.type === 'door')) return false
  return state.monsters.at(place) === undefined
}

export function moveMonster(state: WorldState, monster: Monster, to: Place): void {
  const from = monster.place
  state.monsters.alive.move(monster, { x: to.x, y: to.y })
  state.views.markMobsChanged(from)
  state.views.markMobsChanged(to)
}
