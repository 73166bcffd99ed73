// Walking, turning and going through doors. [AS-3]
import { strike } from '../fight/combat.ts'
import { heading, stepped } from '../land/directions.ts'
import { setDown } from '../people/set-down.ts'
import type { Player } from '../scene/player.ts'
import type { Scene } from '../scene/scene.ts'
import { type ItemOf, isBlocking } from '../things/items.ts'

/** [AS-3.1] `by` is 0-3 as in MOVE. A step too soon after the last one is ignored. */
export function move(scene: Scene, player: Player, by: number): void {
  if (!player.stepPace.take(scene.host.now())) return
  const place = stepped(player.place, heading(player.facing, by))
  // [AS-3.3] The order matters.
  if (!scene.terrain.inside(place.x, place.y)) return player.tell("Can't go there.")
  for (const item of scene.ground.at(place)) {
    if (isBlocking(item)) return player.tell('Way is blocked.')
    if (item.type === 'door') return goThrough(scene, player, item)
  }
  const monster = scene.options.monsters ? scene.monsters.at(place) : undefined
  if (monster) return strike(scene, player, monster)
  if (!scene.terrain.blocks(place.x, place.y)) setDown(scene, player, place)
}

/** [AS-3.2] `facing` is 0-3. */
export function face(scene: Scene, player: Player, facing: number): void {
  player.facing = facing
  scene.views.showPosition(player)
}

function goThrough(scene: Scene, player: Player, { group, locked }: ItemOf<'door'>): void {
  // [AS-10.6]
  if (locked && ![...player.slots, player.held].some((item) => item?.type === 'gold_key'))
    return player.tell('The door is locked. A gold key would open it.')
  const exit = scene.doors.exit(group, player.place)
  if (exit) setDown(scene, player, exit.place, exit.facing)
}
