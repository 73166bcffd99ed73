// [CF-20.14]

import { type Direction, neighbourOf } from '../../model/definitions/directions.ts'
import type { LevelPosition, Position } from '../../model/definitions/level-plan.ts'
import type { MachinePart } from '../../model/definitions/machine.ts'
import { isBlockedByChecker } from '../../model/level/checkers.ts'
import {
  machinePartsAt,
  movableThingsAt,
  type PlacedPart,
  playersAt,
  playersOnGroundAt,
  validExitOf,
} from '../../model/level/machine-parts.ts'
import { moveCreature, movePlayerTo, nearestFreeCell } from '../../model/level/relocation.ts'
import { playSoundAt } from '../../model/state/broadcast.ts'
import { rollDie } from '../../model/state/dice.ts'
import type { CellLocation, GameState, Level, Player, Thing } from '../../model/state/game-state.ts'
import { putThing, removeThing } from '../../model/things/move-things.ts'
import { isCreature, weightOf } from '../../model/things/thing.ts'
import { blockActionsFor, tickMs } from '../../model/time/action-timing.ts'
import { messageTypes } from '../../protocol/events/message-types.ts'
import { sounds } from '../../protocol/events/sounds.ts'
import { mayLeaveShopFloor, tryPayBeforeLeaving } from '../trade/shop.ts'

/** Distance in cells in which teleporters without a destination, and shop mats, look for another one. */
const teleportSearchCells = 5
/** Weight of a player without inventory. */
const playerGrams = 70_000

/** [CF-20.14] Returns the number of players and things moved. */
export function dropThroughHole(game: GameState, { thing, machine, at }: PlacedPart): number {
  const to = validExitOf(game, thing)
  if (!to || machine.part.type !== 'hole') return 0
  if (thing.archetype.traits.role !== 'machine' || thing.archetype.traits.state !== 0) return 0
  return moveAllTo(game, at, to, playersOnGroundAt(at), 'You fall through the hole!')
}

/** [CF-20.14] Returns the number of players and things moved. */
export function openTrapdoor(game: GameState, { thing, part, at }: PlacedPart): number {
  const to = validExitOf(game, thing)
  if (!to || part.type !== 'trapdoor' || weightOnCell(at) < part.weight) return 0
  return moveAllTo(game, at, to, playersOnGroundAt(at), 'You fall through a trapdoor!')
}

/** Grams. */
export function weightOnCell(at: CellLocation): number {
  let grams = 0
  for (const thing of movableThingsAt(at)) {
    const { traits } = thing.archetype
    grams += isCreature(thing) ? playerGrams : traits.role === 'boulder' ? traits.grams : weightOf(thing)
  }
  for (const player of playersOnGroundAt(at)) grams += playerGrams + player.carriedWeight
  return grams
}

/**
 * [CF-20.14] Moves the content of the cell to the destination, or to a random teleporter nearby. Returns the number of
 * players and things moved.
 */
export function teleportFrom(game: GameState, { thing, at }: PlacedPart): number {
  if (playersAt(at).length === 0 && [...movableThingsAt(at)].length === 0) return 0
  const to = thing.exit ? validExitOf(game, thing) : randomPartNearby(game, thing, 'teleporter', at)
  return to ? moveAllTo(game, at, to, playersAt(at)) : 0
}

/** [CF-21.5] Moves a player to another mat. Returns false if a mat is missing or the player cannot pay. */
export function crossShopMat(game: GameState, player: Player): boolean {
  const { x, y } = player
  const level = player.level!
  const mat = machinePartsAt(level, x, y).find(({ part }) => part.type === 'mat')
  const to = mat && randomPartNearby(game, mat.thing, 'mat', mat.at)
  if (!to || !tryPayBeforeLeaving(game, player)) return false
  movePlayerTo(game, player, to)
  return true
}

function randomPartNearby(
  game: GameState,
  own: Thing,
  kind: 'teleporter' | 'mat',
  { level, x, y }: CellLocation,
): LevelPosition | undefined {
  const others: Position[] = []
  for (let there = y - teleportSearchCells; there <= y + teleportSearchCells; there++) {
    for (let across = x - teleportSearchCells; across <= x + teleportSearchCells; across++) {
      const found = level.thingsAt(across, there).some((thing) => thing !== own && isPart(thing, kind))
      if (found) others.push({ x: across, y: there })
    }
  }
  const chosen = others[others.length > 0 ? rollDie(game, others.length) - 1 : 0]
  return chosen && { level: level.name, ...chosen }
}

function isPart({ archetype: { traits } }: Thing, part: MachinePart['type']): boolean {
  return traits.role === 'machine' && traits.part.type === part
}

/**
 * Moves everybody and everything in a cell. Creatures and things move only if the destination is on the same map.
 * Returns the number of players that moved, plus the number of creatures and things that were in the cell if the
 * destination is on the same map.
 */
function moveAllTo(
  game: GameState,
  at: CellLocation,
  to: LevelPosition,
  all: readonly Player[],
  textForPlayer?: string,
): number {
  const here = to.level === at.level.name ? { ...to, level: at.level } : undefined
  const people = all.filter((player) => mayLeaveShopFloor(game, player, here))
  for (const player of people) {
    if (textForPlayer !== undefined) {
      player.sendMessage(textForPlayer, messageTypes.miscellaneous)
      playSoundAt(at.level, at.x, at.y, sounds.fallHole)
    }
    movePlayerTo(game, player, to)
    player.listener?.onSurroundingsChanged()
  }
  // Things and creatures stay on their map, because the map of the destination may not be open, and its records are
  // separate.
  if (!here) return people.length
  const things = [...movableThingsAt(at)]
  for (const thing of things) {
    if (isCreature(thing)) moveCreatureTo(at.level, thing, to)
    else if (at.level.hasRoomForPile(to.x, to.y) && !at.level.blocksMovement(to.x, to.y)) {
      removeThing(thing)
      putThing(thing, { in: 'cell', level: at.level, x: to.x, y: to.y })
    }
  }
  return people.length + things.length
}

function moveCreatureTo(level: Level, creature: Thing, to: Position): void {
  const spot = nearestFreeCell(level, to)
  if (spot) level.moveCreature(creature, spot.x, spot.y)
}

/** [CF-20.14] */
export function pushCreature(game: GameState, { part, at }: PlacedPart, creature: Thing): void {
  if (part.type === 'mover') moveCreature(at.level, creature, wayOf(game, part))
}

/** [CF-20.14] */
export function pushPlayers(game: GameState, { part, at }: PlacedPart): void {
  if (part.type !== 'mover' || !part.players) return
  const way = wayOf(game, part)
  for (const player of [...playersAt(at)]) pushPlayer(game, player, way, part.holdTicks)
}

function wayOf(game: GameState, { direction }: { readonly direction: number }): Direction {
  return (direction === 0 ? rollDie(game, 8) : direction) as Direction
}

function pushPlayer(game: GameState, player: Player, way: Direction, holds: number): void {
  const level = player.level!
  const there = { level, ...neighbourOf(player, way) }
  const isOpen = level.isFree(there.x, there.y) && !isBlockedByChecker(game, player, there)
  if (isOpen && mayLeaveShopFloor(game, player, there)) {
    movePlayerTo(game, player, { level: level.name, x: there.x, y: there.y })
    player.listener?.onSurroundingsChanged()
  }
  if (holds > 0) blockActionsFor(player, holds * tickMs, game.context.now())
}
