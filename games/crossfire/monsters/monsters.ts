// Creatures on maps: acts, regeneration and respawn. Maps without players are paused. [CF-13.11]
import { comeAgain } from '../places/births.ts'
import type { Level, Life, Scene, Thing } from '../scene/scene.ts'
import { remove } from '../things/contents.ts'
import { fallsOnTick } from '../time/pace.ts'
import { ails } from '../vitals/ailing.ts'
import { breed } from './breeding.ts'
import { guard } from './guarding.ts'
import { act, wander } from './hunting.ts'
import type { Hunt } from './hunts.ts'

/** Ticks between respawns on outdoor maps. */
const returningTicks = 100
/** [CF-13.11] Distance in cells within which no player may see a respawn. */
const unseen = 12

/** Ticks the creatures of a map with players. */
export function tickCreatures(scene: Scene, hunt: Hunt): void {
  const { level } = hunt
  for (const creature of [...level.creatures]) {
    const { kind, life } = creature
    // It may have died earlier in this tick.
    if (!life || !isIn(creature, level)) continue
    // [CF-22.7]
    if (creature.endsAt !== undefined && creature.endsAt <= scene.clock) {
      remove(creature)
      continue
    }
    if (kind.is.role === 'monster') tickMonster(scene, hunt, creature, life)
    else if (kind.is.role === 'person') tickPerson(scene, level, creature, life)
  }
  const isOutside = level.plan.darkness === undefined && level.players.size > 0
  if (isOutside && scene.ticks % returningTicks === 0) comeAgain(scene, level, unseen)
}

function tickMonster(scene: Scene, hunt: Hunt, monster: Thing, life: Life): void {
  const { is } = monster.kind
  if (is.role !== 'monster') return
  const { hpPer100Ticks } = is
  if (hpPer100Ticks !== undefined && life.hp < is.hp && fallsOnTick(scene, hpPer100Ticks, 100)) life.hp++
  // [CF-22.5]
  if (ails(life, 'held', scene.clock)) return
  life.acts += ails(life, 'slow', scene.clock) ? is.speed / 2 : is.speed
  // [CF-20.8] Once it crosses the edge, it acts as part of the other map's hunt.
  while (life.acts >= 1 && isIn(monster, hunt.level)) {
    life.acts--
    if (is.breeds) breed(scene, hunt.level, monster, is.breeds)
    act(scene, hunt, monster, is, life)
  }
}

/** [CF-13.12] [CF-13.17] Strolling persons walk near home; guards keep their post. */
function tickPerson(scene: Scene, level: Level, person: Thing, life: Life): void {
  const { is } = person.kind
  if (is.role !== 'person') return
  if (is.strolls) wander(scene, level, person, life, 100 / is.strolls)
  if (!is.guards) return
  life.acts += is.guards.speed
  while (life.acts >= 1) {
    life.acts--
    guard(scene, level, person, is.guards, life)
  }
}

function isIn({ where }: Thing, level: Level): boolean {
  return where?.in === 'cell' && where.level === level
}
