// Creatures that belong to a map: their positions and respawning. [CF-13.11]
import { archetypeById } from '../made/archetypes/index.ts'
import type { Archetype } from '../scene/archetype.ts'
import { stepsBetween } from '../scene/directions.ts'
import type { Birth, Spot } from '../scene/level-plan.ts'
import type { Level, Life, Scene, Thing } from '../scene/scene.ts'

/** Number of creatures on a map above which no more are created, bred or summoned. */
export const mostCreatures = 200

/** [CF-13.11] Respawns the creatures that are due, unless a player is within `cells` of their position. */
export function comeAgain(scene: Scene, level: Level, cells: number): void {
  for (const [birth, at] of [...level.fallen]) {
    const place = level.plan.births[birth]
    if (!place || at > scene.clock) continue
    if ([...level.players].some((player) => stepsBetween(player, place) <= cells)) continue
    if (makeCreature(scene, level, birth)) level.fallen.delete(birth)
  }
}

/** [CF-12.13] Creates a creature of the map at its position or next to it; undefined: no free cell. */
export function makeCreature(scene: Scene, level: Level, birth: number): Thing | undefined {
  const { id, x, y } = level.plan.births[birth]!
  const spot = [{ x, y }, ...around(x, y)].find((each) => level.isFree(each.x, each.y))
  if (!spot) return undefined
  const creature = scene.make(id, 1, { life: lifeOf(scene.kinds.named(id), birth, { x, y }) })
  creature.where = { in: 'cell', level, ...spot }
  level.add(creature, spot.x, spot.y)
  level.changed(spot.x, spot.y, creature)
  level.creaturesUnkept = true
  return creature
}

/** [CF-20.8] The birth of a creature, which can be on an adjacent map; undefined: none. */
export function originOf({ levels }: Pick<Scene, 'levels'>, creature: Thing): Origin | undefined {
  const { life, where } = creature
  if (!life || where?.in !== 'cell') return undefined
  if (life.bornIn !== undefined && !levels.has(life.bornIn)) return undefined
  const level = life.bornIn === undefined ? where.level : levels.open(life.bornIn)
  const birth = level.plan.births[life.birth]
  return birth && { level, birth }
}
interface Origin {
  readonly level: Level
  readonly birth: Birth
}

/** State of a new creature at full health. `birth`: index among the level's births; -1: none, it does not respawn. */
export function lifeOf(of: string | Archetype, birth: number, home: Spot): Life {
  const { is } = typeof of === 'string' ? archetypeById(of) : of
  const hp = is.role === 'monster' ? is.hp : 1
  return { hp, facing: 5, stepping: false, acts: 0, home: { x: home.x, y: home.y }, birth }
}

/** The eight neighbours. */
export function around(x: number, y: number): Spot[] {
  const near = [-1, 0, 1]
  return near.flatMap((dy) => near.flatMap((dx) => (dx || dy ? [{ x: x + dx, y: y + dy }] : [])))
}
