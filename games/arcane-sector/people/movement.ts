// Walking, turning, going through doors. [AS-3]
import { heading, isQuarter, stepped } from '../land/directions.ts'
import type { Place } from '../land/terrain.ts'
import type { Scene } from '../scene/scene.ts'
import { isBlocking } from '../things/items.ts'
import type { Player } from './player.ts'

/** [AS-3.1] `by` is 0-3 as MOVE has it; others are passed over, and what comes too soon. */
export function move(scene: Scene, player: Player, by: number): void {
  if (!isQuarter(by) || !player.moves.take(scene.host.now())) return
  const place = stepped(player.place, heading(player.facing, by))
  // [AS-3.3] In this order.
  if (!scene.terrain.inside(place.x, place.y)) return player.tell("Can't go there.")
  for (const item of scene.ground.at(place)) {
    if (isBlocking(item)) return player.tell('Way is blocked.')
    if (item.type === 'door') return goThrough(scene, player, item.group)
  }
  if (scene.options.monsters && scene.monsters.strike(scene, player, place)) return
  if (!scene.terrain.blocks(place.x, place.y)) setDown(scene, player, place)
}

/** [AS-3.2] `facing` is 0-3; others are passed over. */
export function face(scene: Scene, player: Player, facing: number): void {
  if (!isQuarter(facing)) return
  player.facing = facing
  scene.views.showPosition(player)
}

/** [AS-3.8] Brings a player who is in to a place, by whatever means, and shows it to him and to those near. */
export function setDown(scene: Scene, player: Player, place: Place, facing = player.facing): void {
  const from = player.place
  scene.players.move(player, { x: place.x, y: place.y })
  player.facing = facing
  player.steps++
  scene.timers.interrupt(player)
  scene.views.showPosition(player)
  scene.views.changedMobs(from, player)
  scene.views.changedMobs(place, player)
}

function goThrough(scene: Scene, player: Player, group: string): void {
  const exit = scene.doors.exit(group, player.place)
  if (exit) setDown(scene, player, exit.place, exit.facing)
}
