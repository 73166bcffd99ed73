// Directors and spinners, which turn missiles. [CF-20.17]
import { type Direction, turned } from '../scene/directions.ts'
import type { Flight, Level } from '../scene/scene.ts'
import { partsAt } from './parts.ts'

/** [CF-20.17] The direction of a missile after the cell. */
export function wayOver(level: Level, x: number, y: number, { direction }: Flight): Direction {
  if (!level.machinery.isAt(x + level.width * y)) return direction
  for (const { part, is } of partsAt(level, x, y)) {
    if (part.is === 'director' && part.way > 0) return turned(part.way as Direction, is.state)
    if (part.is === 'spinner') return turned(direction, part.eighths)
  }
  return direction
}
