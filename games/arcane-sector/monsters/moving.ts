// Where monsters may stand, and how they move. [AS-11.3]
import { insides, type Place } from '../land/terrain.ts'
import type { Monster } from '../scene/monster.ts'
import type { Scene } from '../scene/scene.ts'
import { isBlocking } from '../things/items.ts'

/** Whether another monster could stand there: never inside, in the haven, in doors, or two on a tile. */
export function mayStand(scene: Scene, place: Place): boolean {
  if (place.y >= insides || scene.monsters.isHaven(place) || scene.terrain.blocks(place.x, place.y))
    return false
  if (scene.ground.at(place).some((item) => isBlocking(item) || item.type === 'door')) return false
  return scene.monsters.at(place) === undefined
}

/** Moves it to a place where it may stand, and updates the views nearby. */
export function moveMonster(scene: Scene, monster: Monster, to: Place): void {
  const from = monster.place
  scene.monsters.alive.move(monster, { x: to.x, y: to.y })
  scene.views.changedMobs(from)
  scene.views.changedMobs(to)
}
