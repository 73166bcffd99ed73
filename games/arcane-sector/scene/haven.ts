// The land around the start where no monster ever is. [AS-11.1]
import { distanceSquared, type Place } from '../land/terrain.ts'

/** Tiles around the start, as the crow flies. */
const haven = 28
/** [AS-11.15] And of the land about it, where newcomers learn to fight. */
const outskirts = 48

export function isHaven(start: Place, place: Place): boolean {
  return distanceSquared(place, start) <= haven * haven
}

/** True in the haven too. */
export function isOutskirts(start: Place, place: Place): boolean {
  return distanceSquared(place, start) <= outskirts * outskirts
}
