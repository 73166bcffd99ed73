// What shows for a moment where something happened: a blow, a healing, a burst.
import type { Spot } from '../scene/level-plan.ts'
import type { Level, Scene } from '../scene/scene.ts'
import { put } from '../things/contents.ts'

/** Milliseconds of the world's clock that a flash is seen. */
const flashMs = 240

/** Shows an effect there for a moment; one at a time of each kind. */
export function flash(scene: Scene, level: Level, { x, y }: Spot, id: string, ms = flashMs): void {
  const endsAt = scene.clock + ms
  const same = level.things(x, y).find(({ kind, flight }) => kind.id === id && !flight)
  if (same) same.endsAt = endsAt
  else put(scene.make(id, 1, { endsAt }), { in: 'cell', level, x, y })
}
