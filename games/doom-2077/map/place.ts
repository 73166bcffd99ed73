// Where a player is, as the wire has it, and as the map has it.
import type { Spot } from './level.ts'

/** Map units × 1000, of the eyes; degrees × 1000, clockwise. Integers within ±(2^53 − 1), kept as they came. */
export interface Place {
  readonly x: number
  readonly y: number
  readonly z: number
  readonly angle: number
}

/** In map units. */
export function spotOf({ x, y, z }: Place): Spot {
  return { x: x / 1000, y: y / 1000, z: z / 1000 }
}

/** Map units between two places, as seen from above. */
export function distance(a: Place, b: Place): number {
  return Math.hypot(a.x - b.x, a.y - b.y) / 1000
}

export function isSame(a: Place, b: Place): boolean {
  return a.x === b.x && a.y === b.y && a.z === b.z && a.angle === b.angle
}

/** Thousandths: the original client's way to doubles and back loses one on some. */
const tolerance = 1

/** [DM-2.14] Whether a client that says this place has been told that one. */
export function isEcho(said: Place, told: Place): boolean {
  return (['x', 'y', 'angle'] as const).every((field) => Math.abs(said[field] - told[field]) <= tolerance)
}
