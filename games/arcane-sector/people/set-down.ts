// Moves a player to another place, for any reason. [AS-3.8]
import type { Place } from '../land/terrain.ts'
import type { Player } from '../scene/player.ts'
import type { Scene } from '../scene/scene.ts'

/** Moves a connected player, and updates the views of the player and of those nearby. */
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
