// Short-lived effects: hits, healing, bursts.
import type { Spot } from '../scene/level-plan.ts'
import type { Level, Scene } from '../scene/scene.ts'
import { put } from '../things/contents.ts'

/** Duration in world-clock milliseconds. */
const flashMs = 240

/** Shows an effect briefly; at most one of each kind per cell. */
export function flash(scene: Scene, level: Level, { x, y }: Spot, id: string, ms = flashMs): void {
  const endsAt = scene.clock + ms
  const same = level.things(x, y).find(({ kind, flight }) => kind.id === id && !flight)
  if (same) same.endsAt = endsAt
  else put(scene.make(id, 1, { endsAt }), { in: 'cell', level, x, y })
}
