// [CF-20.17]
import { type Direction, rotateDirection } from '../definitions/directions.ts'
import type { Level, MissileState } from '../state/game-state.ts'
import { machinePartsAt } from './machine-parts.ts'

export function deflectedDirection(
  level: Level,
  x: number,
  y: number,
  { direction }: MissileState,
): Direction {
  if (!level.machinery.hasPartAt(x + level.width * y)) return direction
  for (const { part, machine } of machinePartsAt(level, x, y)) {
    if (part.type === 'director' && part.direction > 0)
      return rotateDirection(part.direction as Direction, machine.state)
    if (part.type === 'spinner') return rotateDirection(direction, part.eighths)
  }
  return direction
}
