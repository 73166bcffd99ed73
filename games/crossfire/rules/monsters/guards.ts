// [CF-13.17]

import type { GuardStats } from '../../model/definitions/archetype.ts'
import { distanceBetween } from '../../model/definitions/directions.ts'
import type { CellLocation, CreatureState, GameState, Level, Thing } from '../../model/state/game-state.ts'
import { fightMonster, nearestVisibleMonster, stepTowards } from './monster-ai.ts'

/** Distance in cells from the guard's post up to which the guard fights. */
const guardRange = 8

export function actAsGuard(
  game: GameState,
  level: Level,
  guardian: Thing,
  guardStats: GuardStats,
  life: CreatureState,
): void {
  const at = guardian.location as CellLocation
  const foe = nearestVisibleMonster(
    level,
    at,
    (_, there) =>
      distanceBetween(at, there) <= guardStats.sightRange && distanceBetween(life.home, there) <= guardRange,
  )
  if (foe) return fightMonster(game, level, guardian, life, foe)
  if (distanceBetween(at, life.home) > 0) stepTowards(level, guardian, life.home)
}
