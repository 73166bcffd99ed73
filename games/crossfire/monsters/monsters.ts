// The creatures of the maps: when they act, heal, and come again. Where nobody is, they sleep. [CF-13.11]
import { comeAgain } from '../places/births.ts'
import type { Level, Life, Scene, Thing } from '../scene/scene.ts'
import { act, wander } from './hunting.ts'

/** Ticks of `heals`; and from one look at who comes again under the open sky to the next. */
const healingTicks = 100
const returningTicks = 100
/** [CF-13.11] Cells around a birth where nobody may be who would see it. */
const unseen = 12

/** One tick of a level that somebody is in. */
export function tickCreatures(scene: Scene, level: Level): void {
  for (const creature of [...level.creatures]) {
    const { kind, life } = creature
    // What has just been killed by another's deed is in no place.
    if (!life || creature.where?.in !== 'cell') continue
    if (kind.is.role === 'monster') tickMonster(scene, level, creature, life)
    else if (kind.is.role === 'person') stroll(scene, level, creature, life)
  }
  const isOutside = level.plan.darkness === undefined
  if (isOutside && scene.ticks % returningTicks === 0) comeAgain(scene, level, unseen)
}

function tickMonster(scene: Scene, level: Level, monster: Thing, life: Life): void {
  const { is } = monster.kind
  if (is.role !== 'monster') return
  if (is.heals !== undefined && life.hp < is.hp && falls(scene, is.heals)) life.hp++
  life.acts += is.speed
  while (life.acts >= 1 && monster.where) {
    life.acts--
    act(scene, level, monster, is, life)
  }
}

/** Whether one of so many in a hundred ticks falls on this one. */
function falls({ ticks }: Scene, heals: number): boolean {
  return Math.floor((ticks * heals) / healingTicks) !== Math.floor(((ticks - 1) * heals) / healingTicks)
}

/** [CF-13.12] People who stroll step about near home. */
function stroll(scene: Scene, level: Level, person: Thing, life: Life): void {
  const { is } = person.kind
  if (is.role === 'person' && is.strolls) wander(scene, level, person, life, 100 / is.strolls)
}
