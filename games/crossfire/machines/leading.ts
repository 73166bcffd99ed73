// Parts that move players and things: holes, trapdoors, teleporters, movers. [CF-20.14]
import { sounds } from '../hearing/sounds.ts'
import { messageTypes } from '../hearing/text-kinds.ts'
import { bring, freeNear, moveCreature } from '../places/arriving.ts'
import { leadsTo, movablesAt, partsAt, playersAt, type Standing } from '../places/parts.ts'
import { roll } from '../scene/dice.ts'
import { type Direction, stepped } from '../scene/directions.ts'
import type { Exit, Spot } from '../scene/level-plan.ts'
import type { Part } from '../scene/machine.ts'
import type { CellOf, Level, Player, Scene, Thing } from '../scene/scene.ts'
import { soundAt } from '../scene/telling.ts'
import { put, remove } from '../things/contents.ts'
import { isCreature, weightOf } from '../things/thing.ts'
import { spend, tickMicros } from '../time/pace.ts'
import { mayLeaveShop } from '../trade/shop.ts'

/** Distance in cells within which a teleporter without a destination, or a shop mat, finds another. */
const teleports = 5
/** Weight of a player without inventory, in grams. */
const weightOfPlayer = 70_000

/** [CF-20.14] Drops everything in the cell if the hole is open. Returns the number of players and things moved. */
export function fallInto(scene: Scene, { thing, is, at }: Standing): number {
  const to = leadsTo(scene, thing)
  if (!to || is.part.is !== 'hole') return 0
  if (thing.kind.is.role !== 'machine' || thing.kind.is.state !== 0) return 0
  return carryOff(scene, at, to, 'You fall through the hole!')
}

/** [CF-20.14] Opens under enough weight. Returns the number of players and things moved. */
export function giveWay(scene: Scene, { thing, part, at }: Standing): number {
  const to = leadsTo(scene, thing)
  if (!to || part.is !== 'trapdoor' || weightOn(at) < part.weight) return 0
  return carryOff(scene, at, to, 'You fall through a trapdoor!')
}

/** Total weight in the cell, in grams. */
export function weightOn(at: CellOf): number {
  let grams = 0
  for (const thing of movablesAt(at)) grams += isCreature(thing) ? weightOfPlayer : weightOf(thing)
  for (const player of playersAt(at)) grams += weightOfPlayer + player.carried
  return grams
}

/** [CF-20.14] Moves all to the destination, or a random teleporter nearby. Returns the number of those moved. */
export function teleportFrom(scene: Scene, { thing, at }: Standing): number {
  if (playersAt(at).length === 0 && [...movablesAt(at)].length === 0) return 0
  const to = thing.exit ? leadsTo(scene, thing) : another(scene, thing, 'teleporter', at)
  return to ? carryOff(scene, at, to) : 0
}

/** [CF-21.5] Returns false if the player is not on a mat that leads on, or cannot pay for unpaid items. */
export function crossMat(scene: Scene, player: Player): boolean {
  const { x, y } = player
  const level = player.level!
  const mat = partsAt(level, x, y).find(({ part }) => part.is === 'mat')
  const to = mat && another(scene, mat.thing, 'mat', mat.at)
  if (!to || !mayLeaveShop(scene, player)) return false
  bring(scene, player, to)
  return true
}

/** A random part of the same kind nearby. */
function another(
  scene: Scene,
  own: Thing,
  kind: 'teleporter' | 'mat',
  { level, x, y }: CellOf,
): Exit | undefined {
  const others: Spot[] = []
  for (let there = y - teleports; there <= y + teleports; there++) {
    for (let across = x - teleports; across <= x + teleports; across++) {
      const found = level.things(across, there).some((thing) => thing !== own && isPart(thing, kind))
      if (found) others.push({ x: across, y: there })
    }
  }
  const chosen = others[others.length > 0 ? roll(scene, others.length) - 1 : 0]
  return chosen && { level: level.name, ...chosen }
}

function isPart({ kind: { is } }: Thing, part: Part['is']): boolean {
  return is.role === 'machine' && is.part.is === part
}

/** Returns the number of players and things that were in the cell. */
function carryOff(scene: Scene, at: CellOf, to: Exit, told?: string): number {
  const people = [...playersAt(at)]
  for (const player of people) {
    if (told !== undefined) {
      player.tell(told, messageTypes.miscellaneous)
      soundAt(at.level, at.x, at.y, sounds.fallHole)
    }
    bring(scene, player, to)
    player.hearing?.onSurroundingsChanged()
  }
  // Things and creatures stay on their map: the other one may be closed, and has records of its own.
  if (to.level !== at.level.name) return people.length
  const things = [...movablesAt(at)]
  for (const thing of things) {
    if (isCreature(thing)) shiftTo(at.level, thing, to)
    else if (at.level.hasRoom(to.x, to.y) && !at.level.stops(to.x, to.y)) {
      remove(thing)
      put(thing, { in: 'cell', level: at.level, x: to.x, y: to.y })
    }
  }
  return people.length + things.length
}

function shiftTo(level: Level, creature: Thing, to: Spot): void {
  const spot = freeNear(level, to)
  if (spot) level.shift(creature, spot.x, spot.y)
}

/** [CF-20.14] Moves the creature in the cell one step if the way is free; with `players`, also the players. */
export function moveOn(scene: Scene, { part, at }: Standing): void {
  if (part.is !== 'mover') return
  const way = (part.way === 0 ? roll(scene, 8) : part.way) as Direction
  const creature = at.level.creatureAt(at.x, at.y)
  if (creature) moveCreature(at.level, creature, way)
  if (!part.players) return
  for (const player of [...playersAt(at)]) push(scene, player, way, part.holds)
}

function push(scene: Scene, player: Player, way: Direction, holds: number): void {
  const there = stepped(player, way)
  const level = player.level!
  if (level.isFree(there.x, there.y)) {
    bring(scene, player, { level: level.name, ...there })
    player.hearing?.onSurroundingsChanged()
  }
  if (holds > 0) spend(player, holds * tickMicros, scene.context.now())
}
