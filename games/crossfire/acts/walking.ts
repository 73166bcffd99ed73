// Walking: eight directions, doors, exits, and obstacles. [CF-12.6]
import { attack } from '../fight/fighting.ts'
import { sounds } from '../hearing/sounds.ts'
import { messageTypes } from '../hearing/text-kinds.ts'
import { strikeWall } from '../machines/breaking.ts'
import { crossMat } from '../machines/leading.ts'
import { keepsOut } from '../machines/settling.ts'
import { bring, turn } from '../places/arriving.ts'
import { openDoor } from '../places/doors.ts'
import { percent, roll } from '../scene/dice.ts'
import { type Direction, stepped } from '../scene/directions.ts'
import type { Spot } from '../scene/level-plan.ts'
import type { Player, Scene, Thing } from '../scene/scene.ts'
import { soundAt } from '../scene/telling.ts'
import { called } from '../scripts/calling.ts'
import { closeLyingContainer } from '../things/containers.ts'
import { nameOf, withArticle } from '../things/thing.ts'
import { blowMicros } from '../time/pace.ts'
import { mayLeaveShop } from '../trade/shop.ts'
import { pickUpHere } from './pickup.ts'

/**
 * A step, or an interaction with what is in the way. Returns the duration in microseconds, if that is not one action.
 */
export function move(scene: Scene, player: Player, direction: Direction): number | void {
  const { level } = player
  if (!level) return
  const way = staggering(scene, player) ?? direction
  const there = stepped(player, way)
  turn(player, way)
  if (!level.has(there.x, there.y)) return overTheEdge(scene, player, there)
  const creature = level.creatureAt(there.x, there.y)
  if (creature) return meet(scene, player, creature)
  if (openDoor(scene, player, there)) return
  if (level.stops(there.x, there.y)) return strikeWall(scene, player, there)
  if (keepsOut(scene, player, there.x, there.y)) return
  // [CF-12.15]
  if (player.braced) return
  const other = level.playersAt(there.x, there.y).at(-1)
  if (!mayStep(scene, player, there)) return
  if (other) return changePlaces(scene, player, other)
  stepTo(player, there)
  if (crossMat(scene, player)) return
  const exit = level.things(there.x, there.y).findLast(isEntered)
  if (exit) {
    if (!called(scene, player, exit, 'apply')) takeExit(scene, player, exit)
    return
  }
  pickUpHere(scene, player)
}

/** [CF-22.5] Half the steps of a confused player go in a random direction. */
function staggering(scene: Scene, player: Player): Direction | undefined {
  if (!player.effects.has('confused') || !percent(scene, 50)) return undefined
  return roll(scene, 8) as Direction
}

/** [CF-20.8] Moves to the adjacent map if the cell there is free. North and south take precedence at corners. */
function overTheEdge(scene: Scene, player: Player, { x, y }: Spot): number | void {
  const { height, plan } = player.level!
  const way = y < 0 ? 'north' : y >= height ? 'south' : x < 0 ? 'west' : 'east'
  const beside = plan.tiles?.[way]
  if (beside === undefined || player.braced || !scene.levels.has(beside)) return
  const next = scene.levels.open(beside, player.name)
  const spot = {
    x: way === 'west' ? next.width - 1 : way === 'east' ? 0 : Math.min(next.width - 1, Math.max(0, x)),
    y: way === 'north' ? next.height - 1 : way === 'south' ? 0 : Math.min(next.height - 1, Math.max(0, y)),
  }
  const creature = next.creatureAt(spot.x, spot.y)
  if (creature) return meet(scene, player, creature)
  if (next.isFree(spot.x, spot.y)) bring(scene, player, { level: beside, ...spot })
}

/** [CF-9.9] Whether a run continues: the next cell is free or has a monster. Doors, people and bracing end it. */
export function runsOn(player: Player, direction: Direction): boolean {
  const { level, braced } = player
  const { x, y } = stepped(player, direction)
  return level?.creatureAt(x, y)?.kind.is.role === 'monster' || (level?.isFree(x, y) === true && !braced)
}

function isEntered({ kind: { is } }: Thing): boolean {
  return is.role === 'exit' && is.enters === 'step'
}

/** [CF-12.7] Moves through the exit, to another map or another place on this one. */
export function takeExit(scene: Scene, player: Player, exit: Thing): void {
  const to = wayThrough(exit)
  // [CF-20.8] Imported archives can lack the destination.
  if (!to || !scene.levels.has(to.level))
    return player.tell(`The ${nameOf(exit).one} is closed.`, messageTypes.failure)
  if (player.level!.isShop(player.x, player.y) && !mayLeaveShop(scene, player)) return
  if (exit.kind.face.startsWith('trapdoor')) soundAt(player.level!, player.x, player.y, sounds.fallHole)
  bring(scene, player, to)
}

/** [CF-20.8] Authors place a closed door over an exit for its looks, as at Scorn's bank: the exit below is used. */
function wayThrough({ exit, where }: Thing): Thing['exit'] {
  if (exit || where?.in !== 'cell') return exit
  return where.level.things(where.x, where.y).findLast((other) => other.kind.is.role === 'exit' && other.exit)
    ?.exit
}

/** [CF-15.5] Leaving a shop floor pays for unpaid items, and fails if the player cannot. */
function mayStep(scene: Scene, player: Player, { x, y }: Spot): boolean {
  const level = player.level!
  return !level.isShop(player.x, player.y) || level.isShop(x, y) || mayLeaveShop(scene, player)
}

function stepTo(player: Player, { x, y }: Spot): void {
  const level = player.level!
  closeLyingContainer(player)
  level.leave(player)
  player.x = x
  player.y = y
  player.stepping = !player.stepping
  level.enter(player)
}

/** [CF-12.6] Players cannot block the way: they swap places. */
function changePlaces(scene: Scene, player: Player, other: Player): void {
  const here = { x: player.x, y: player.y }
  if (!mayStep(scene, other, here)) return player.tell(`${other.name} is in your way.`, messageTypes.noAttack)
  stepTo(player, other)
  stepTo(other, here)
  soundAt(player.level!, player.x, player.y, sounds.pushPlayer)
  player.tell(`You push past ${other.name}.`, messageTypes.pushed)
  other.tell(`${player.name} pushes past you.`, messageTypes.wasPushed)
  other.hearing?.onSurroundingsChanged()
}

/** [CF-22.7] Summoned creatures do not block players. */
function isServant({ kind: { is }, endsAt }: Thing): boolean {
  return is.role === 'person' && endsAt !== undefined
}

function goPastServant(scene: Scene, player: Player, servant: Thing): void {
  const { level, x, y } = player
  if (servant.where?.in !== 'cell' || player.braced || !mayStep(scene, player, servant.where)) return
  const there = { x: servant.where.x, y: servant.where.y }
  if (keepsOut(scene, player, there.x, there.y)) return
  stepTo(player, there)
  level!.shift(servant, x, y)
}

/** [CF-12.6] Attacks a monster; anybody else blocks the way. */
function meet(scene: Scene, player: Player, creature: Thing): number | void {
  if (creature.kind.is.role === 'monster') {
    attack(scene, player, creature)
    return blowMicros(player)
  }
  // [CF-22.7]
  if (isServant(creature)) return goPastServant(scene, player, creature)
  player.tell(`${capital(withArticle(creature))} is in your way.`, messageTypes.noAttack)
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
