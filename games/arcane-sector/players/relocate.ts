// [AS-3.8] Every change of a player's position goes through `relocatePlayer`.

import type { Player } from '../state/player.ts'
import type { WorldState } from '../state/world-state.ts'
import type { Place } from '../terrain/terrain.ts'

export function relocatePlayer(
  state: WorldState,
  player: Player,
  place: Place,
  facing = player.facing,
): void {
  const from = player.place
  state.players.move(player, { x: place.x, y: place.y })
  player.facing = facing
  player.positionChanges++
  state.timers.interrupt(player)
  state.views.showPosition(player)
  state.views.markMobsChanged(from, player)
  state.views.markMobsChanged(place, player)
}
