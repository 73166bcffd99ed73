// [CF-12.7]
import { type Direction, neighbourOf } from '../definitions/directions.ts'
import type { LevelPosition, Position } from '../definitions/level-plan.ts'
import type { GameState, Level, Player, Thing } from '../state/game-state.ts'
import { closeContainerOnGround } from '../things/containers.ts'
import { putThing, removeThing } from '../things/move-things.ts'
import type { LevelCell } from './adjacent-maps.ts'
import { machinePartsAt } from './machine-parts.ts'
import { respawnDueCreatures } from './spawns.ts'

/** Moves the player to the free cell nearest to a position on any map. */
export function movePlayerTo(game: GameState, player: Player, to: LevelPosition): void {
  player.aboard = undefined
  const level = game.levels.open(to.level, player.name)
  const place = clampToLevel(level, to)
  const spot = nearestFreeCell(level, place) ?? place
  placePlayer(game, player, { level, x: spot.x, y: spot.y })
}

export function placePlayer(game: GameState, player: Player, { level, x, y }: LevelCell): void {
  const elsewhere = level !== player.level
  closeContainerOnGround(player)
  player.level?.removePlayer(player)
  player.levelName = level.name
  player.x = x
  player.y = y
  player.level = level
  level.addPlayer(player)
  if (elsewhere) onPlayerArrived(game, player)
}

/** Clamps a position to the map, because exits and entry positions of imported maps can be anywhere. */
export function clampToLevel({ width, height }: Level, { x, y }: Position): Position {
  const near = (at: number, length: number) => Math.min(length - 1, Math.max(0, Math.trunc(at)))
  return { x: near(x, width), y: near(y, height) }
}

/**
 * Called when a player enters a map or connects. The first player on a map triggers the respawns that are due.
 * [CF-13.11]
 */
export function onPlayerArrived(game: GameState, player: Player): void {
  const level = player.level!
  if (level.players.size === 1) respawnDueCreatures(game, level, 0)
}

/**
 * [CF-20.15] Whether the creature can enter the cell: it is free and has no exit, and no checker blocks the creature.
 */
export function isCellFreeFor({ archetype }: Thing, level: Level, x: number, y: number): boolean {
  if (!level.isFree(x, y) || level.topThingWithRole(x, y, 'exit')) return false
  if (!level.machinery.hasPartAt(x + level.width * y)) return true
  const kind = archetype.matchProperties?.archetype
  return !machinePartsAt(level, x, y).some(
    ({ part }) =>
      part.type === 'checker' &&
      part.blocksEntry &&
      part.requiresItem &&
      (kind === undefined || part.wants.archetype !== kind),
  )
}

/** Returns false for a blocked creature, which only turns. Creatures do not enter exits. */
export function moveCreature(level: Level, creature: Thing, direction: Direction): boolean {
  const { life, location } = creature
  if (!life || location?.in !== 'cell') return false
  const there = neighbourOf(location, direction)
  const goes = isCellFreeFor(creature, level, there.x, there.y)
  if (!goes && life.facing === direction) return false
  life.facing = direction
  if (goes) life.stepping = !life.stepping
  level.moveCreature(creature, goes ? there.x : location.x, goes ? there.y : location.y)
  return goes
}

/** [CF-20.8] Moves the creature to a free cell of the adjacent map. */
export function moveCreatureAcrossEdge(
  creature: Thing,
  direction: Direction,
  { level, x, y }: LevelCell,
): void {
  const { life, location } = creature
  if (!life || location?.in !== 'cell') return
  const there = neighbourOf(location, direction)
  const { home, spawnLevel = location.level.name } = life
  life.home = { x: home.x + x - there.x, y: home.y + y - there.y }
  life.spawnLevel = spawnLevel === level.name ? undefined : spawnLevel
  life.facing = direction
  life.stepping = !life.stepping
  location.level.creaturesUnsaved = true
  level.creaturesUnsaved = true
  removeThing(creature)
  putThing(creature, { in: 'cell', level, x, y })
}

/** [CF-12.7] The free cell nearest to the position, at most three steps away. Deterministic. */
export function nearestFreeCell(level: Level, place: Position): Position | undefined {
  for (let away = 0; away <= 3; away++) {
    for (let y = place.y - away; y <= place.y + away; y++) {
      for (let x = place.x - away; x <= place.x + away; x++) {
        const onRing = Math.max(Math.abs(x - place.x), Math.abs(y - place.y)) === away
        if (onRing && level.isFree(x, y)) return { x, y }
      }
    }
  }
  return undefined
}

export function turnPlayer(player: Player, direction: Direction): void {
  if (player.facing === direction) return
  player.facing = direction
  player.level?.markChanged(player.x, player.y)
}
