// The area around the start that monsters never enter. [AS-11.1]
import { distanceSquared, type Place } from '../terrain/terrain.ts'

/** Radius in tiles, Euclidean. */
const safeZone = 28
/** [AS-11.15] Radius of the area around it where new players learn to fight. */
const outskirts = 48

export function isSafeZone(start: Place, place: Place): boolean {
  return distanceSquared(place, start) <= safeZone * safeZone
}

/** True in the safe zone too. */
export function isNearSafeZone(start: Place, place: Place): boolean {
  return distanceSquared(place, start) <= outskirts * outskirts
}
