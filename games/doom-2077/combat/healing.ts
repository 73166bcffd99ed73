// [DM-4.5] [DM-9.9]
import { healthEvent } from '../players/player-events.ts'
import type { WorldState } from '../state/world-state.ts'

export function takePickups(state: WorldState, now: number): void {
  for (const player of state.players.values()) {
    if (!player.isPlaying) continue
    for (const gain of state.pickups.takeAt(player, now)) {
      state.notifyOnMap({ kind: 'healed', id: player.id, gain })
      state.notifyOnMap(healthEvent(player))
    }
  }
}
