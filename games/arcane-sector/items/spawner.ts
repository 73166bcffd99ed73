// A spawner as a map describes it. Its timing is in spawners.ts.
import type { Place } from '../terrain/terrain.ts'

export interface Spawner {
  readonly place: Place
  readonly class: 'herb' | 'flask' | 'teleport_ring'
  /** Seconds between two items that it produces. */
  readonly cooldown: number
}
