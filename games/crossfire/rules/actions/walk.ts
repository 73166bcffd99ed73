// [CF-12.6]

import { type Direction, neighbourOf } from '../../model/definitions/directions.ts'
import type { Position } from '../../model/definitions/level-plan.ts'
import { isBlockedByChecker } from '../../model/level/checkers.ts'
import { openDoor } from '../../model/level/doors.ts'
import { movePlayerTo, turnPlayer } from '../../model/level/relocation.ts'
import { playSoundAt } from '../../model/state/broadcast.ts'
import { rollDie, rollPercent } from '../../model/state/dice.ts'
import type { GameState, Player, Thing } from '../../model/state/game-state.ts'
import { closeContainerOnGround } from '../../model/things/containers.ts'
import { nameOf, nameWithArticle } from '../../model/things/thing.ts'
import { attackMicros } from '../../model/time/action-timing.ts'
import { messageTypes } from '../../protocol/events/message-types.ts'
import { sounds } from '../../protocol/events/sounds.ts'
import { attackTarget, isAttackable } from '../combat/melee.ts'
import { attackWall } from '../machines/breakable-walls.ts'
import { unlockDoor } from '../machines/locked-doors.ts'
import { crossShopMat } from '../machines/teleporters.ts'
import { runScripts } from '../scripts/script-runner.ts'
import { mayLeaveShopFloor } from '../trade/shop.ts'
import { autoPickUp } from './items/auto-pickup.ts'
import { pushBoulder } from './push-boulders.ts'
import { steerTransport } from './transports.ts'

/** Returns the duration in microseconds; undefined means the duration of one action. */
export function stepOrInteract(game: GameState, player: Player, direction: Direction): number | void {
  const { level } = player
  if (!level) return
  const way = confusedDirection(game, player) ?? direction
  if (player.aboard) return steerTransport(game, player, player.aboard.transport, way)
  const there = neighbourOf(player, way)
  turnPlayer(player, way)
  if (!level.has(there.x, there.y)) return crossMapEdge(game, player, there)
  const creature = level.creatureAt(there.x, there.y)
  if (creature) return meetCreature(game, player, creature)
  if (openDoor(game, player, there)) return
  const isBlocked = level.blocksMovement(there.x, there.y)
  if (isBlocked && (player.isBraced || !pushBoulder(game, player, there, way)))
    return unlockDoor(player, there.x, there.y) ? undefined : attackWall(game, player, there)
  if (isBlockedByChecker(game, player, { level, ...there })) return
  // [CF-12.15]
  if (player.isBraced) return
  const other = level.playersAt(there.x, there.y).findLast(({ aboard }) => !aboard)
  if (!mayLeaveShopFloor(game, player, { level, ...there })) return
  if (other) return swapPlaces(game, player, other)
  movePlayerToCell(player, there)
  if (crossShopMat(game, player)) return
  const exit = level.thingsAt(there.x, there.y).findLast(isStepExit)
  if (exit) {
    if (!runScripts(game, player, exit, 'apply')) enterExit(game, player, exit)
    return
  }
  autoPickUp(game, player)
}

/** [CF-22.5] Half of a confused player's steps lead in a random direction. */
function confusedDirection(game: GameState, player: Player): Direction | undefined {
  if (!player.effects.has('confused') || !rollPercent(game, 50)) return undefined
  return rollDie(game, 8) as Direction
}

/**
 * [CF-20.8] Enters the adjacent map if the cell there is free, or meets the creature in that cell. Beyond a corner, the
 * map to the north or south is used.
 */
function crossMapEdge(game: GameState, player: Player, { x, y }: Position): number | void {
  const { height, plan } = player.level!
  const way = y < 0 ? 'north' : y >= height ? 'south' : x < 0 ? 'west' : 'east'
  const beside = plan.adjacentMaps?.[way]
  if (beside === undefined || player.isBraced || !game.levels.has(beside)) return
  const next = game.levels.open(beside, player.name)
  const spot = {
    x: way === 'west' ? next.width - 1 : way === 'east' ? 0 : Math.min(next.width - 1, Math.max(0, x)),
    y: way === 'north' ? next.height - 1 : way === 'south' ? 0 : Math.min(next.height - 1, Math.max(0, y)),
  }
  const creature = next.creatureAt(spot.x, spot.y)
  if (creature) return meetCreature(game, player, creature)
  const cell = { level: next, ...spot }
  if (!next.isFree(spot.x, spot.y) || isBlockedByChecker(game, player, cell)) return
  if (mayLeaveShopFloor(game, player, cell)) movePlayerTo(game, player, { level: beside, ...spot })
}

/** [CF-9.9] Doors, people and bracing end a run. */
export function canContinueRun(player: Player, direction: Direction): boolean {
  const { level, isBraced, aboard } = player
  if (aboard) return true
  const { x, y } = neighbourOf(player, direction)
  return (
    level?.creatureAt(x, y)?.archetype.traits.role === 'monster' ||
    (level?.isFree(x, y) === true && !isBraced)
  )
}

function isStepExit({ archetype: { traits } }: Thing): boolean {
  return traits.role === 'exit' && traits.enters === 'step'
}

/** [CF-12.7] */
export function enterExit(game: GameState, player: Player, exit: Thing): void {
  const to = exitDestination(exit)
  // [CF-20.8] The map of the destination can be missing in an imported archive.
  if (!to || !game.levels.has(to.level))
    return player.sendMessage(`The ${nameOf(exit).one} is closed.`, messageTypes.failure)
  if (!mayLeaveShopFloor(game, player)) return
  if (exit.archetype.face.startsWith('trapdoor'))
    playSoundAt(player.level!, player.x, player.y, sounds.fallHole)
  movePlayerTo(game, player, to)
}

/**
 * [CF-20.8] The destination of the thing, or else of an exit below it, because authors place doors over exits for
 * decoration, as at Scorn's bank.
 */
function exitDestination({ exit, location }: Thing): Thing['exit'] {
  if (exit || location?.in !== 'cell') return exit
  return location.level
    .thingsAt(location.x, location.y)
    .findLast((other) => other.archetype.traits.role === 'exit' && other.exit)?.exit
}

function movePlayerToCell(player: Player, { x, y }: Position): void {
  const level = player.level!
  closeContainerOnGround(player)
  level.removePlayer(player)
  player.x = x
  player.y = y
  player.stepping = !player.stepping
  level.addPlayer(player)
}

/** [CF-12.6] Prevents players from blocking the way. */
function swapPlaces(game: GameState, player: Player, other: Player): void {
  const here = { level: player.level!, x: player.x, y: player.y }
  if (isBlockedByChecker(game, other, here) || !mayLeaveShopFloor(game, other, here))
    return player.sendMessage(`${other.name} is in your way.`, messageTypes.noAttack)
  movePlayerToCell(player, other)
  movePlayerToCell(other, here)
  playSoundAt(player.level!, player.x, player.y, sounds.pushPlayer)
  player.sendMessage(`You swap places with ${other.name}.`, messageTypes.pushed)
  other.sendMessage(`${player.name} swaps places with you.`, messageTypes.wasPushed)
  other.listener?.onSurroundingsChanged()
}

/** [CF-22.11] Pets do not block players. */
function swapWithPet(game: GameState, player: Player, pet: Thing): void {
  const { level, x, y } = player
  if (pet.location?.in !== 'cell' || player.isBraced || !mayLeaveShopFloor(game, player, pet.location)) return
  const there = { x: pet.location.x, y: pet.location.y }
  if (isBlockedByChecker(game, player, pet.location)) return
  movePlayerToCell(player, there)
  level!.moveCreature(pet, x, y)
}

/** [CF-12.6] A creature that the player spares blocks the way. */
function meetCreature(game: GameState, player: Player, creature: Thing): number | void {
  if (isAttackable(player, creature)) {
    attackTarget(game, player, creature)
    return attackMicros(player)
  }
  if (creature.life?.master) return swapWithPet(game, player, creature)
  player.sendMessage(`${capitalize(nameWithArticle(creature))} is in your way.`, messageTypes.noAttack)
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
