// [AS-11.1] Monsters never enter the safe zone around the start.
import { distanceSquared, type Place } from '../terrain/terrain.ts'

/** In tiles, Euclidean. */
const safeZone = 28
/** [AS-11.15] In tiles. */
const outskirts = 48

export function isSafeZone(start: Place, place: Place): boolean {
  return distanceSquared(place, start) <= safeZone * safeZone
}

/** In the outskirts or in the safe zone. */
export function isNearSafeZone(start: Place, place: Place): boolean {
  return distanceSquared(place, start) <= outskirts * outskirts
}
