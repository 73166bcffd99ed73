// state/spawners.ts runs spawners.
import type { Place } from '../terrain/terrain.ts'

export interface Spawner {
  readonly place: Place
  readonly class: 'herb' | 'flask' | 'teleport_ring'
  /** Minimum seconds between two items. */
  readonly cooldown: number
}
