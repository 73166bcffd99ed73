// The safe zone around the start, which monsters never enter, and its outskirts. [AS-11.1]
import { distanceSquared, type Place } from '../terrain/terrain.ts'

/** Radius of the safe zone in tiles, Euclidean. */
const safeZone = 28
/** [AS-11.15] Radius in tiles of the outskirts, where only one monster at a time hunts a player. */
const outskirts = 48

export function isSafeZone(start: Place, place: Place): boolean {
  return distanceSquared(place, start) <= safeZone * safeZone
}

/** Whether a place is in the outskirts or in the safe zone. */
export function isNearSafeZone(start: Place, place: Place): boolean {
  return distanceSquared(place, start) <= outskirts * outskirts
}
