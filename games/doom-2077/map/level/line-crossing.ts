// A path through the shared end of two walls crosses exactly one of them.

import type { Line } from '../../import/map-data.ts'
import type { Point } from './line-grid.ts'

export type CrossingDirection = 'forth' | 'back'

/**
 * Returns `forth` if the path from `a` to `b` crosses the line from front to back, `back` if it crosses from back to
 * front, and otherwise undefined.
 */
export function crossingDirection(
  a: Point,
  b: Point,
  { x1, y1, x2, y2 }: Line,
): CrossingDirection | undefined {
  const start = isLeftOf(x1, y1, x2, y2, a.x, a.y)
  if (start === isLeftOf(x1, y1, x2, y2, b.x, b.y)) return undefined
  if (isLeftOf(a.x, a.y, b.x, b.y, x1, y1) === isLeftOf(a.x, a.y, b.x, b.y, x2, y2)) return undefined
  return start ? 'back' : 'forth'
}

/** A point on the line counts as right of it. */
function isLeftOf(x1: number, y1: number, x2: number, y2: number, x: number, y: number): boolean {
  return (x2 - x1) * (y - y1) - (y2 - y1) * (x - x1) > 0
}

/** Returns the distance in map units. */
export function distanceToLine({ x, y }: Point, { x1, y1, x2, y2 }: Line): number {
  const [dx, dy] = [x2 - x1, y2 - y1]
  const along = ((x - x1) * dx + (y - y1) * dy) / (dx * dx + dy * dy)
  const part = Math.max(0, Math.min(1, along))
  return Math.hypot(x - x1 - part * dx, y - y1 - part * dy)
}
