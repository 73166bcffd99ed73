// Moves a player to another place, for any reason. [AS-3.8]
import type { Place } from '../land/terrain.ts'
import type { Player } from '../scene/player.ts'
import type { WorldState } from '../scene/scene.ts'

/** Moves a connected player, and updates the views of the player and of those nearby. */
export function relocate(state: WorldState, player: Player, place: Place, facing = player.facing): void {
  const from = player.place
  state.players.move(player, { x: place.x, y: place.y })
  player.facing = facing
  player.steps++
  state.timers.interrupt(player)
  state.views.showPosition(player)
  state.views.markMobsChanged(from, player)
  state.views.markMobsChanged(place, player)
}
