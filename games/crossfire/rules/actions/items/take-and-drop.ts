// [CF-7.7]

import { isLevitating } from '../../../model/level/machine-parts.ts'
import type { GameState, Player, Thing, ThingLocation } from '../../../model/state/game-state.ts'
import { containerRefusal, maxPilesInContainer, openContainer } from '../../../model/things/containers.ts'
import { refuseIfCursed, unequipSilently } from '../../../model/things/equipment.ts'
import { contentsOf, outermostLocation, putThing, takeFromPile } from '../../../model/things/move-things.ts'
import { maxPilesInPack } from '../../../model/things/pile-limits.ts'
import { canMerge, isPortable, nameOf, nameWithArticle, weightOf } from '../../../model/things/thing.ts'
import { messageTypes } from '../../../protocol/events/message-types.ts'
import { runScripts } from '../../scripts/script-runner.ts'
import { isUnpaid, markUnpaid, sellOrReturn, unpaidText } from '../../trade/shop.ts'

/** [CF-16.7] Steps of work for each thing that is taken, dropped or put away. */
const moveCost = 256
/** [CF-16.13] */
const worldFullText = 'The world is full of things. Keep it, or pick something up first.'

/** [CF-7.16] The thing with the tag in the inventory, on the ground under the player or in the open container. */
export function findReachable(player: Player, tag: number): Thing | undefined {
  return [...reachableThings(player)].find((thing) => thing.tag === tag)
}

/** Topmost first. */
export function thingsUnderPlayer({ level, x, y }: Player): readonly Thing[] {
  return [...(level?.thingsAt(x, y) ?? [])].reverse()
}

/**
 * [CF-7.7] Moves `count` pieces of a thing; 0 moves the whole pile. `to` is 0 for the ground, the player's tag for the
 * inventory, or the tag of the open container. Does nothing if the thing is out of reach. If the pile has fewer pieces
 * than `count`, the player takes all of them, but drops and stores none, so that nobody drops a last piece by mistake.
 */
export function moveItem(game: GameState, player: Player, to: number, tag: number, count: number): void {
  const thing = findReachable(player, tag)
  if (!thing || thing.tag === to) return
  if (count > thing.count && to !== player.tag)
    return sendRefusal(player, `You have only ${nameWithArticle(thing)}.`)
  const amount = count > 0 ? Math.min(count, thing.count) : thing.count
  const open = openContainer(player)
  if (to === 0) dropThing(game, player, thing, amount)
  else if (to === player.tag) takeThing(game, player, thing, amount)
  else if (open && open.tag === to) putIntoContainer(game, player, thing, amount, open)
}

/** [CF-7.17] Takes `count` pieces, or as many as the player can carry. */
export function takeThing(game: GameState, player: Player, thing: Thing, count: number): void {
  if (thing.location?.in === 'pack') return
  if (!isPortable(thing)) return sendRefusal(player, `You cannot pick up the ${nameOf(thing).one}.`)
  const carried = outermostLocation(thing)?.in === 'pack'
  if (!carried && isLevitating(player))
    return sendRefusal(player, 'You float above the ground and cannot reach it.')
  const amount = carried ? count : Math.min(count, carriableCount(player, thing))
  if (amount <= 0) return sendRefusal(player, `The ${nameOf(thing).one} is too heavy for you to carry.`)
  const pack: ThingLocation = { in: 'pack', player }
  const ware = isForSale(player, thing)
  if (!hasRoomFor(pack, thing, maxPilesInPack, !ware))
    return sendRefusal(player, 'You cannot carry more things.')
  game.context.chargeSteps(moveCost)
  if (runScripts(game, player, thing, 'pickup')) return
  const part = takeFromPile(game.tags, thing, amount)
  player.sendMessage(`You pick up ${nameWithArticle(part)}.`, messageTypes.itemGained)
  if (ware) markUnpaid(game, player, part)
  putThing(part, pack)
}

/** [CF-7.18] Sells the thing if the player is on a shop floor. */
export function dropThing(game: GameState, player: Player, thing: Thing, count: number): void {
  const { level, x, y } = player
  if (!level || thing.location?.in === 'cell') return
  const ground: ThingLocation = { in: 'cell', level, x, y }
  if (!level.hasRoomForPile(x, y) && !hasMatchingPile(ground, thing))
    return sendRefusal(player, level.isWorldFull ? worldFullText : 'There is no room here.')
  if (refuseIfCursed(player, thing) || runScripts(game, player, thing, 'drop')) return
  const from = thing.location!
  const own = outermostLocation(thing)?.in === 'pack'
  const part = detach(game, player, thing, count)
  const sells = own && isOnShopFloor(player)
  if (
    sells &&
    ((!part.unpaid && runScripts(game, player, part, 'sell')) || !sellOrReturn(game, player, part))
  ) {
    putThing(part, from)
    return
  }
  player.sendMessage(`You drop ${nameWithArticle(part)}.`, messageTypes.itemLost)
  putThing(part, ground)
}

/** [CF-7.14] */
function putIntoContainer(
  game: GameState,
  player: Player,
  thing: Thing,
  count: number,
  container: Thing,
): void {
  if (thing.location?.in === 'container') return
  if (!isPortable(thing)) return sendRefusal(player, `You cannot pick up the ${nameOf(thing).one}.`)
  const refusal = containerRefusal(container, thing, count)
  if (refuseIfCursed(player, thing)) return
  if (refusal) return sendRefusal(player, refusal)
  const carried = outermostLocation(container)?.in === 'pack'
  const lies = thing.location?.in === 'cell'
  if (isUnpaid(thing) || isForSale(player, thing)) return sendRefusal(player, unpaidText)
  if (lies && carried && carriableCount(player, thing) < count)
    return sendRefusal(player, 'That is too heavy for you.')
  const within: ThingLocation = { in: 'container', container }
  if (!hasRoomFor(within, thing, maxPilesInContainer)) return
  if (!carried && !lies && player.level?.isWorldFull && !hasMatchingPile(within, thing))
    return sendRefusal(player, worldFullText)
  const part = detach(game, player, thing, count)
  player.sendMessage(
    `You put ${nameWithArticle(part)} into the ${nameOf(container).one}.`,
    messageTypes.itemChanged,
  )
  putThing(part, within)
}

function detach(game: GameState, player: Player, thing: Thing, count: number): Thing {
  game.context.chargeSteps(moveCost)
  if (count >= thing.count) unequipSilently(player, thing)
  return takeFromPile(game.tags, thing, count)
}

function carriableCount(player: Player, thing: Thing): number {
  const spare = player.stats.weightLimit - player.carriedWeight
  const each = weightOf(thing) / thing.count
  return each > 0 ? Math.max(0, Math.floor(spare / each)) : thing.count
}

/** Whether the location has room for another pile, or has an equal pile and `joins` is true. */
function hasRoomFor(where: ThingLocation, thing: Thing, most: number, joins = true): boolean {
  return contentsOf(where).length < most || (joins && hasMatchingPile(where, thing))
}

function hasMatchingPile(where: ThingLocation, thing: Thing): boolean {
  return contentsOf(where).some((each) => canMerge(each, thing))
}

export function* reachableThings(player: Player): Iterable<Thing> {
  yield* player.inventory
  yield* thingsUnderPlayer(player)
  yield* openContainer(player)?.inside ?? []
}

/** [CF-15.5] Whether the item is for sale because it, or the container that it is in, is on a shop floor. */
export function isForSale(player: Player, thing: Thing): boolean {
  return isOnShopFloor(player) && isPortable(thing) && outermostLocation(thing)?.in === 'cell'
}

function isOnShopFloor({ level, x, y }: Player): boolean {
  return level?.isShopFloor(x, y) === true
}

function sendRefusal(player: Player, text: string): void {
  player.sendMessage(text, messageTypes.failure)
}
