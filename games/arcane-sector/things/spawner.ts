// What a map says of a place where things grow again. When they do is in spawners.ts.
import type { Place } from '../land/terrain.ts'

export interface Spawner {
  readonly place: Place
  readonly class: 'herb' | 'flask' | 'teleport_ring'
  /** Seconds between two things that it makes. */
  readonly cooldown: number
}
