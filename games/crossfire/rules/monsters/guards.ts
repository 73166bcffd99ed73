// [CF-13.17]

import type { GuardStats } from '../../model/definitions/archetype.ts'
import { directionTo, distanceBetween } from '../../model/definitions/directions.ts'
import type { CellLocation, CreatureState, GameState, Level, Thing } from '../../model/state/game-state.ts'
import { attackTarget } from '../combat/melee.ts'
import { stepTowards, turnCreature } from './monster-ai.ts'

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
  const foe = nearestIntruder(level, at, guardStats, life)
  if (!foe) {
    if (distanceBetween(at, life.home) > 0) stepTowards(level, guardian, life.home)
    return
  }
  const there = foe.location as CellLocation
  if (distanceBetween(at, there) > 1) return stepTowards(level, guardian, there)
  turnCreature(guardian, directionTo(there.x - at.x, there.y - at.y) ?? life.facing)
  attackTarget(game, guardian, foe)
}

/** The nearest monster; of several monsters at the same distance, the oldest. */
function nearestIntruder(
  level: Level,
  at: CellLocation,
  { sightRange }: GuardStats,
  { home }: CreatureState,
): Thing | undefined {
  const near = [...level.creatures]
    .filter(({ archetype, location }) => archetype.traits.role === 'monster' && location?.in === 'cell')
    .map((monster) => ({ monster, there: monster.location as CellLocation }))
    .filter(
      ({ there }) => distanceBetween(at, there) <= sightRange && distanceBetween(home, there) <= guardRange,
    )
    .sort((a, b) => distanceBetween(at, a.there) - distanceBetween(at, b.there))
  const line = near.length > 0 ? level.lineOfSightFrom(at) : undefined
  return near.find(({ there }) => line!.isInDirectLine(there.x - at.x, there.y - at.y))?.monster
}
