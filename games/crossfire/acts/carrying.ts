// Picking up and dropping of piles or parts of them. [CF-7.7]
import { messageTypes } from '../hearing/text-kinds.ts'
import type { Player, Scene, Thing, Where } from '../scene/scene.ts'
import { called } from '../scripts/calling.ts'
import { mostInContainer, openContainer, refusedBy } from '../things/containers.ts'
import { contentsOf, outermost, put, takeFrom } from '../things/contents.ts'
import { alike, isPortable, nameOf, withArticle } from '../things/thing.ts'
import { holdsOn, stopUsing } from '../things/wearing.ts'
import { isUnpaid, laidInShop, takenInShop, unpaidText } from '../trade/shop.ts'

/** [CF-16.4] Maximum piles in an inventory. */
export const mostCarried = 100

/** [CF-16.7] Work charged per move: finding a matching pile, notifying clients, writing both records. */
const movingSteps = 256
/** [CF-16.13] */
const worldFull =
  'So many things lie about in this world that it takes no more. Keep it, or pick something up first.'

/** [CF-7.16] Players reach their inventory, the ground under them and the open container. */
export function reach(player: Player, tag: number): Thing | undefined {
  return [...reachable(player)].find((thing) => thing.tag === tag)
}

/** All things under the player, topmost first. */
export function lyingUnder({ level, x, y }: Player): readonly Thing[] {
  return [...(level?.things(x, y) ?? [])].reverse()
}

/**
 * [CF-7.7] `to`: 0 for the ground, the player's tag for the inventory, or the tag of the open container. `count` 0:
 * the whole pile. Does nothing if out of reach.
 */
export function moveItem(scene: Scene, player: Player, to: number, tag: number, count: number): void {
  const thing = reach(player, tag)
  if (!thing || thing.tag === to) return
  const amount = count > 0 ? Math.min(count, thing.count) : thing.count
  const open = openContainer(player)
  if (to === 0) drop(scene, player, thing, amount)
  else if (to === player.tag) take(scene, player, thing, amount)
  else if (open && open.tag === to) stow(scene, player, thing, amount, open)
}

/** [CF-7.17] Moves as many as the player can carry into the inventory. */
export function take(scene: Scene, player: Player, thing: Thing, count: number): void {
  if (thing.where?.in === 'pack') return
  if (!isPortable(thing)) return refuse(player, `You cannot pick up the ${nameOf(thing).one}.`)
  const carried = outermost(thing)?.in === 'pack'
  const amount = carried ? count : Math.min(count, bearable(player, thing))
  if (amount <= 0) return refuse(player, `The ${nameOf(thing).one} is too heavy for you to carry.`)
  const pack: Where = { in: 'pack', player }
  const ware = isWare(player, thing)
  if (!takesPile(pack, thing, mostCarried, !ware)) return refuse(player, 'You can carry no more things.')
  scene.context.chargeSteps(movingSteps)
  const part = takeFrom(scene.tags, thing, amount)
  player.tell(`You pick up ${withArticle(part)}.`, messageTypes.itemGained)
  if (ware) takenInShop(scene, player, part)
  called(scene, player, put(part, pack), 'pickup')
}

/** [CF-7.18] Drops onto the ground. On a shop floor this sells the item. */
export function drop(scene: Scene, player: Player, thing: Thing, count: number): void {
  const { level, x, y } = player
  if (!level || thing.where?.in === 'cell') return
  const ground: Where = { in: 'cell', level, x, y }
  if (!level.hasRoom(x, y) && !hasAlike(ground, thing))
    return refuse(player, level.worldIsFull ? worldFull : 'There is no room here.')
  if (holdsOn(player, thing) || called(scene, player, thing, 'drop')) return
  const from = thing.where!
  const own = outermost(thing)?.in === 'pack'
  const part = letGo(scene, player, thing, count)
  if (own && isShop(player) && !laidInShop(scene, player, part)) {
    put(part, from)
    return
  }
  player.tell(`You drop ${withArticle(part)}.`, messageTypes.itemLost)
  put(part, ground)
}

/** [CF-7.14] Moves into the open container. */
function stow(scene: Scene, player: Player, thing: Thing, count: number, container: Thing): void {
  if (thing.where?.in === 'container') return
  if (!isPortable(thing)) return refuse(player, `You cannot pick up the ${nameOf(thing).one}.`)
  const refusal = refusedBy(container, thing, count)
  if (holdsOn(player, thing)) return
  if (refusal) return refuse(player, refusal)
  const carried = outermost(container)?.in === 'pack'
  const lies = thing.where?.in === 'cell'
  if (isUnpaid(thing) || isWare(player, thing)) return refuse(player, unpaidText)
  if (lies && carried && bearable(player, thing) < count) return refuse(player, 'That is too heavy for you.')
  const within: Where = { in: 'container', container }
  if (!takesPile(within, thing, mostInContainer)) return
  if (!carried && !lies && player.level?.worldIsFull && !hasAlike(within, thing))
    return refuse(player, worldFull)
  const part = letGo(scene, player, thing, count)
  player.tell(`You put ${withArticle(part)} into the ${nameOf(container).one}.`, messageTypes.itemChanged)
  put(part, within)
}

/** Unapplies the thing and removes it from its place. */
function letGo(scene: Scene, player: Player, thing: Thing, count: number): Thing {
  scene.context.chargeSteps(movingSteps)
  if (count >= thing.count) stopUsing(player, thing)
  return takeFrom(scene.tags, thing, count)
}

/** How many of a pile the player can still carry. */
function bearable(player: Player, thing: Thing): number {
  const spare = player.figures.weightLimit - player.carried
  const each = thing.inside ? weightWithContents(thing) : thing.kind.weight
  return each > 0 ? Math.max(0, Math.floor(spare / each)) : thing.count
}

function weightWithContents(thing: Thing): number {
  return (
    thing.kind.weight + (thing.inside ?? []).reduce((sum, each) => sum + each.kind.weight * each.count, 0)
  )
}

/** Whether there is room for another pile, or a matching pile to join. */
function takesPile(where: Where, thing: Thing, most: number, joins = true): boolean {
  return contentsOf(where).length < most || (joins && hasAlike(where, thing))
}

function hasAlike(where: Where, thing: Thing): boolean {
  return contentsOf(where).some((each) => alike(each, thing))
}

export function* reachable(player: Player): Iterable<Thing> {
  yield* player.inventory
  yield* lyingUnder(player)
  yield* openContainer(player)?.inside ?? []
}

/** [CF-15.5] Items on a shop floor, or in a container there, are for sale. */
export function isWare(player: Player, thing: Thing): boolean {
  return isShop(player) && isPortable(thing) && outermost(thing)?.in === 'cell'
}

/** Whether the player is on a shop floor. */
export function isShop({ level, x, y }: Player): boolean {
  return level?.isShop(x, y) === true
}

function refuse(player: Player, text: string): void {
  player.tell(text, messageTypes.failure)
}
