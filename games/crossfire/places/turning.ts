// What turns what flies over it. [CF-20.17]
import { type Direction, turned } from '../scene/directions.ts'
import type { Flight, Level } from '../scene/scene.ts'
import { partsAt } from './parts.ts'

/** [CF-20.17] Where what flies over the cell goes on. */
export function wayOver(level: Level, x: number, y: number, { direction }: Flight): Direction {
  if (!level.machinery.isAt(x + level.width * y)) return direction
  for (const { part, is } of partsAt(level, x, y)) {
    if (part.is === 'director' && part.way > 0) return turned(part.way as Direction, is.state)
    if (part.is === 'spinner') return turned(direction, part.eighths)
  }
  return direction
}
