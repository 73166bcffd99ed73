import type { EyePoint } from './level/level.ts'

/**
 * Position of the eyes in map units × 1000; angle in degrees × 1000, clockwise from the east. All values are integers
 * within ±(2^53 − 1), as received.
 */
export interface Position {
  readonly x: number
  readonly y: number
  readonly z: number
  readonly angle: number
}

export function toMapUnits({ x, y, z }: Position): EyePoint {
  return { x: x / 1000, y: y / 1000, z: z / 1000 }
}

/** Returns the distance in map units. */
export function horizontalDistance(a: Position, b: Position): number {
  return Math.hypot(a.x - b.x, a.y - b.y) / 1000
}

export function isSamePosition(a: Position, b: Position): boolean {
  return a.x === b.x && a.y === b.y && a.z === b.z && a.angle === b.angle
}

/**
 * Maximum difference in thousandths. The original client changes some values by 1 when it converts them to doubles and
 * back.
 */
const echoTolerance = 1

/** [DM-2.14] */
export function isPositionEcho(received: Position, sent: Position): boolean {
  return (['x', 'y', 'angle'] as const).every(
    (field) => Math.abs(received[field] - sent[field]) <= echoTolerance,
  )
}
