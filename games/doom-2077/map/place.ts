// A player's position, in the units of the protocol and of the map.
import type { Spot } from './level.ts'

/** Eye position in map units × 1000, angle in degrees × 1000 clockwise. Integers within ±(2^53 − 1), as received. */
export interface Place {
  readonly x: number
  readonly y: number
  readonly z: number
  readonly angle: number
}

/** Position in map units. */
export function spotOf({ x, y, z }: Place): Spot {
  return { x: x / 1000, y: y / 1000, z: z / 1000 }
}

/** Horizontal distance in map units. */
export function distance(a: Place, b: Place): number {
  return Math.hypot(a.x - b.x, a.y - b.y) / 1000
}

export function isSame(a: Place, b: Place): boolean {
  return a.x === b.x && a.y === b.y && a.z === b.z && a.angle === b.angle
}

/** Thousandths: the original client loses one on some values when it converts to doubles and back. */
const tolerance = 1

/** [DM-2.14] Whether `said` echoes the place `told` to the client. */
export function isEcho(said: Place, told: Place): boolean {
  return (['x', 'y', 'angle'] as const).every((field) => Math.abs(said[field] - told[field]) <= tolerance)
}
