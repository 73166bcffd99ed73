// Where monsters may stand, and how they move. [AS-11.3]
import { firstIndoorRow, type Place } from '../terrain/terrain.ts'
import type { Monster } from '../state/monster.ts'
import type { WorldState } from '../state/scene.ts'
import { isBlocking } from '../items/items.ts'

/** Whether another monster could stand there: never inside, in the haven, in doors, or two on a tile. */
export function canMonsterStand(state: WorldState, place: Place): boolean {
  if (place.y >= firstIndoorRow || state.monsters.isSafeZone(place) || state.terrain.blocks(place.x, place.y))
    return false
  if (state.ground.at(place).some((item) => isBlocking(item) || item.type === 'door')) return false
  return state.monsters.at(place) === undefined
}

/** Moves it to a place where it may stand, and updates the views nearby. */
export function moveMonster(state: WorldState, monster: Monster, to: Place): void {
  const from = monster.place
  state.monsters.alive.move(monster, { x: to.x, y: to.y })
  state.views.markMobsChanged(from)
  state.views.markMobsChanged(to)
}
