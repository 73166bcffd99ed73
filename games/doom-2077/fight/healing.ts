// [DM-4.5] [DM-9.9] Players take the pickups that they stand on and that heal them.
import { healthOf } from '../people/telling.ts'
import type { Scene } from '../scene/scene.ts'

export function tickHealing(scene: Scene, now: number): void {
  for (const player of scene.players.values()) {
    if (!player.plays) continue
    for (const gain of scene.pickups.take(player, now)) {
      scene.show({ kind: 'healed', id: player.id, gain })
      scene.show(healthOf(player))
    }
  }
}
