// The definition of a spawner in a map. state/spawners.ts runs spawners.
import type { Place } from '../terrain/terrain.ts'

export interface Spawner {
  readonly place: Place
  readonly class: 'herb' | 'flask' | 'teleport_ring'
  /** Minimum seconds between two items that the spawner produces. */
  readonly cooldown: number
}
