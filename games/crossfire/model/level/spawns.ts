// [CF-13.11]
import { archetypeById } from '../../builtin/archetypes/index.ts'
import { type Archetype, combatStatsOf } from '../definitions/archetype.ts'
import { distanceBetween } from '../definitions/directions.ts'
import type { Position, Spawn } from '../definitions/level-plan.ts'
import type { CreatureState, GameState, Level, Thing } from '../state/game-state.ts'
import { putThing } from '../things/move-things.ts'

/** On a level with this number of creatures, none are created, bred or summoned. */
export const maxCreaturesPerLevel = 200

/** [CF-13.11] Creatures do not respawn while a player is within `cells` of their position. */
export function respawnDueCreatures(game: GameState, level: Level, cells: number): void {
  for (const [spawnIndex, at] of [...level.respawnTimes]) {
    const place = level.plan.spawns[spawnIndex]
    if (!place || at > game.clock) continue
    if ([...level.players].some((player) => distanceBetween(player, place) <= cells)) continue
    if (spawnCreature(game, level, spawnIndex)) level.respawnTimes.delete(spawnIndex)
  }
}

/** Returns false if neither the spawn's cell nor a cell next to it is free. */
function spawnCreature(game: GameState, level: Level, spawnIndex: number): boolean {
  const { id, x, y } = level.plan.spawns[spawnIndex]!
  const spot = [{ x, y }, ...neighbourCells(x, y)].find((each) => level.isFree(each.x, each.y))
  if (!spot) return false
  const creature = game.createThing(id, 1, {
    life: newCreatureState(game.archetypes.get(id), spawnIndex, { x, y }),
  })
  creature.location = { in: 'cell', level, ...spot }
  level.add(creature, spot.x, spot.y)
  level.markChanged(spot.x, spot.y, creature)
  level.creaturesUnsaved = true
  return true
}

/** [CF-20.8] The creature's spawn, which can be on an adjacent map; undefined if the creature does not respawn. */
export function spawnOf({ levels }: Pick<GameState, 'levels'>, creature: Thing): CreatureSpawn | undefined {
  const { life, location } = creature
  if (!life || location?.in !== 'cell') return undefined
  if (life.spawnLevel !== undefined && !levels.has(life.spawnLevel)) return undefined
  const level = life.spawnLevel === undefined ? location.level : levels.open(life.spawnLevel)
  const birth = level.plan.spawns[life.spawnIndex]
  return birth && { level, birth }
}
interface CreatureSpawn {
  readonly level: Level
  readonly birth: Spawn
}

/** Keeps the creature from respawning until the map resets. */
export function preventRespawn(level: Level, spawnIndex: number): void {
  level.respawnTimes.set(spawnIndex, neverRespawnTime)
  level.creaturesUnsaved = true
}
export const neverRespawnTime = Number.MAX_SAFE_INTEGER

/** Adds a creature that does not respawn. */
export function addCreature(game: GameState, level: Level, kind: Archetype, spot: Position): void {
  const creature = game.createThing(kind.id, 1, { life: newCreatureState(kind, -1, spot) })
  putThing(creature, { in: 'cell', level, x: spot.x, y: spot.y })
  level.creaturesUnsaved = true
}

/** `spawnIndex`: index in the level's `spawns`, or -1 if the creature does not respawn. */
export function newCreatureState(of: string | Archetype, spawnIndex: number, home: Position): CreatureState {
  return {
    hp: combatStatsOf(typeof of === 'string' ? archetypeById(of) : of)?.hp ?? 1,
    facing: 5,
    stepping: false,
    actionPoints: 0,
    home: { x: home.x, y: home.y },
    spawnIndex,
  }
}

export function neighbourCells(x: number, y: number): Position[] {
  const near = [-1, 0, 1]
  return near.flatMap((dy) => near.flatMap((dx) => (dx || dy ? [{ x: x + dx, y: y + dy }] : [])))
}
