// Moves players and creatures to a place, or to the nearest free cell. [CF-12.7]
import { type Direction, stepped } from '../scene/directions.ts'
import type { Exit, Spot } from '../scene/level-plan.ts'
import type { Level, Player, Scene, Thing } from '../scene/scene.ts'
import { closeLyingContainer } from '../things/containers.ts'
import { put, remove } from '../things/contents.ts'
import type { CellThere } from './beside.ts'
import { comeAgain } from './births.ts'

/** Moves a player to the nearest free cell of a place, on any map. */
export function bring(scene: Scene, player: Player, to: Exit): void {
  const level = scene.levels.open(to.level, player.name)
  const place = within(level, to)
  const spot = freeNear(level, place) ?? place
  const elsewhere = level !== player.level
  closeLyingContainer(player)
  player.level?.leave(player)
  player.levelName = level.name
  player.x = spot.x
  player.y = spot.y
  player.level = level
  level.enter(player)
  if (elsewhere) arrived(scene, player)
}

/** Clamps a place to the map: exits and entry positions of imported maps can be anywhere. */
export function within({ width, height }: Level, { x, y }: Spot): Spot {
  const near = (at: number, length: number) => Math.min(length - 1, Math.max(0, Math.trunc(at)))
  return { x: near(x, width), y: near(y, height) }
}

/** The player connected or changed the map. The first player there triggers due respawns. [CF-13.11] */
export function arrived(scene: Scene, player: Player): void {
  const level = player.level!
  if (level.players.size === 1) comeAgain(scene, level, 0)
}

/** Moves a creature one step. If blocked it only turns, and the result is false. Creatures do not enter exits. */
export function moveCreature(level: Level, creature: Thing, direction: Direction): boolean {
  const { life, where } = creature
  if (!life || where?.in !== 'cell') return false
  const there = stepped(where, direction)
  const goes = level.isFree(there.x, there.y) && !level.withRole(there.x, there.y, 'exit')
  if (!goes && life.facing === direction) return false
  life.facing = direction
  if (goes) life.stepping = !life.stepping
  level.shift(creature, goes ? there.x : where.x, goes ? there.y : where.y)
  return goes
}

/** [CF-20.8] Moves a creature across the map's edge in that direction, to a free cell of the adjacent map. */
export function strayTo(creature: Thing, direction: Direction, { level, x, y }: CellThere): void {
  const { life, where } = creature
  if (!life || where?.in !== 'cell') return
  const there = stepped(where, direction)
  const { home, bornIn = where.level.name } = life
  life.home = { x: home.x + x - there.x, y: home.y + y - there.y }
  life.bornIn = bornIn === level.name ? undefined : bornIn
  life.facing = direction
  life.stepping = !life.stepping
  // The two maps can be stored at different times.
  where.level.creaturesUnkept = true
  level.creaturesUnkept = true
  remove(creature)
  put(creature, { in: 'cell', level, x, y })
}

/** [CF-12.7] The free cell nearest to the place, at most three steps away. Deterministic. */
export function freeNear(level: Level, place: Spot): Spot | undefined {
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

/** Makes the player face that direction. */
export function turn(player: Player, direction: Direction): void {
  if (player.facing === direction) return
  player.facing = direction
  player.level?.changed(player.x, player.y)
}
