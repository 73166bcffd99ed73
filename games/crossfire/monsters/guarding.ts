// Guards: fight monsters that come near, and return to their post when there are none. [CF-13.17]
import { attack } from '../fight/fighting.ts'
import type { Guarding } from '../scene/archetype.ts'
import { stepsBetween, toward } from '../scene/directions.ts'
import type { CellOf, Level, Life, Scene, Thing } from '../scene/scene.ts'
import { face, follow } from './hunting.ts'

/** Cells from its post within which a guard attacks. */
const beat = 8

/** One act. */
export function guard(scene: Scene, level: Level, guardian: Thing, is: Guarding, life: Life): void {
  const at = guardian.where as CellOf
  const foe = intruder(level, at, is, life)
  if (!foe) {
    if (stepsBetween(at, life.home) > 0) follow(level, guardian, life.home)
    return
  }
  const there = foe.where as CellOf
  if (stepsBetween(at, there) > 1) return follow(level, guardian, there)
  face(guardian, toward(there.x - at.x, there.y - at.y) ?? life.facing)
  attack(scene, guardian, foe)
}

/** The nearest visible monster within the beat; among equals the oldest. */
function intruder(level: Level, at: CellOf, { sees }: Guarding, { home }: Life): Thing | undefined {
  const near = [...level.creatures]
    .filter(({ kind, where }) => kind.is.role === 'monster' && where?.in === 'cell')
    .map((monster) => ({ monster, there: monster.where as CellOf }))
    .filter(({ there }) => stepsBetween(at, there) <= sees && stepsBetween(home, there) <= beat)
    .sort((a, b) => stepsBetween(at, a.there) - stepsBetween(at, b.there))
  const line = near.length > 0 ? level.sightFrom(at) : undefined
  return near.find(({ there }) => line!.reaches(there.x - at.x, there.y - at.y))?.monster
}
