// [AS-11.1] Monsters never enter the safe zone around the start.
import { distanceSquared, type Place } from '../terrain/terrain.ts'

/** Euclidean radius around the start, in tiles. */
const safeZone = 28
/** [AS-11.15] Euclidean radius around the start, in tiles. */
const outskirts = 48

export function isSafeZone(start: Place, place: Place): boolean {
  return distanceSquared(place, start) <= safeZone * safeZone
}

/** Whether the place is in the outskirts or in the safe zone. */
export function isNearSafeZone(start: Place, place: Place): boolean {
  return distanceSquared(place, start) <= outskirts * outskirts
}
