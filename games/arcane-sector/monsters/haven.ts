// The land around the start where no monster ever is. [AS-11.1]
import { distanceSquared, type Place } from '../land/terrain.ts'

/** Tiles around the start, as the crow flies. */
const haven = 28

export function isHaven(start: Place, place: Place): boolean {
  return distanceSquared(place, start) <= haven * haven
}
