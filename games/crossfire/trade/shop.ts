// Shops: things on their floor belong to the shop. A player who takes one owes its price, at the latest when leaving
// the floor; things put down there are sold. [CF-15.5]
import { messageTypes } from '../hearing/text-kinds.ts'
import { bonus } from '../people/bodies.ts'
import { skillLevel } from '../people/figures.ts'
import { gain } from '../people/growth.ts'
import type { Role, Shop } from '../scene/archetype.ts'
import type { Market } from '../scene/level-plan.ts'
import type { Level, Player, Scene, Thing } from '../scene/scene.ts'
import { put, remove } from '../things/contents.ts'
import { learnTold } from '../things/knowing.ts'
import { withArticle, withContents } from '../things/thing.ts'
import { askedAt, givenAt } from './market.ts'
import { give, inCoins, pays } from './purse.ts'

/** [CF-15.6] Price in percent of the value without charisma, reduction per point of the bonus, and the minimum. */
const asked = { plain: 130, perCharm: 4, least: 105 } as const
/** [CF-15.8] Increase of the offer in percent per point of the charisma bonus, and the maximum. */
const paid = { perCharm: 2, most: 80 } as const
/** [CF-15.8] Copper traded per point of bargaining experience, and the maximum per sale. */
const bargain = { copperPerPoint: 20, most: 50 } as const

export const unpaidText = 'You have not paid for that yet.'

export function isUnpaid({ unpaid }: Thing): boolean {
  return unpaid === true
}

/** [CF-15.6] [CF-21.4] Price of the pile for the player in this shop, in the smallest coin. */
export function priceOf(player: Player, thing: Thing): number {
  const market = player.level?.plan.market
  if (market) return askedAt(market, player, thing)
  const percent = Math.max(asked.least, asked.plain - asked.perCharm * charm(player) - haggling(player))
  return Math.ceil(((thing.kind.value ?? 0) * percent) / 100) * thing.count
}

/** [CF-15.8] [CF-21.4] The shop's offer for the pile in the smallest coin; 0 if it does not want it. */
export function offerFor(player: Player, shop: Shop | Market, thing: Thing): number {
  const { is, value = 0 } = thing.kind
  if (thing.inside?.length) return 0
  if ('greed' in shop) return givenAt(shop, player, thing)
  if (!deals(shop, is)) return 0
  const percent = Math.min(paid.most, shop.pays + paid.perCharm * charm(player) + haggling(player))
  return Math.floor((value * thing.count * Math.max(0, percent)) / 100)
}

/** [CF-15.5] Marks a taken thing and its contents as unpaid. It has no place yet. */
export function takenInShop(scene: Scene, player: Player, thing: Thing): void {
  // Worthless things are free at once: nobody could ever pay for them.
  if (priceOf(player, thing) === 0) return
  for (const each of withContents(thing)) each.unpaid = true
  player.tell(`It costs ${inCoins(scene.kinds, debtFor(player, thing))}.`, messageTypes.payment)
}

/** [CF-15.8] Takes back unpaid goods, buys others; the thing has no place yet. False: nobody buys it. */
export function laidInShop(scene: Scene, player: Player, thing: Thing): boolean {
  if (thing.unpaid) {
    for (const each of withContents(thing)) each.unpaid = undefined
    return true
  }
  const shop = buyerAt(player.level!)
  if (thing.kind.is.role === 'money') return refuse(player, 'Coins are not for sale.')
  if (!shop) return refuse(player, 'Nobody is here to buy it.')
  const price = offerFor(player, shop, thing)
  if (price === 0) return refuse(player, `Nobody here wants ${withArticle(thing)}.`)
  give(scene, player, price)
  player.tell(`You sell ${withArticle(thing)} for ${inCoins(scene.kinds, price)}.`, messageTypes.sale)
  haggled(player, price)
  // [CF-25.10] The shop identifies what it buys.
  learnTold(player, thing)
  return true
}

/** [CF-15.7] Pays for everything unpaid and tells the player the result. */
export function pay(scene: Scene, player: Player): void {
  const owed = unpaidOf(player)
  if (owed.length === 0) player.tell('You owe nothing.', messageTypes.payment)
  else settle(scene, player, owed)
}

/** [CF-15.7] Settles debts before the player leaves a shop. False, after a message: the player cannot pay. */
export function mayLeaveShop(scene: Scene, player: Player): boolean {
  const owed = unpaidOf(player)
  return owed.length === 0 || settle(scene, player, owed)
}

function settle(scene: Scene, player: Player, owed: readonly Thing[]): boolean {
  const debt = owed.reduce((sum, thing) => sum + priceOf(player, thing), 0)
  if (!pays(scene, player, debt)) {
    player.tell(
      `You owe ${inCoins(scene.kinds, debt)}, and have not so much. Lay something back.`,
      messageTypes.payment,
    )
    return false
  }
  for (const thing of owed) own(thing)
  player.tell(`You pay ${inCoins(scene.kinds, debt)}.`, messageTypes.payment)
  haggled(player, debt)
  return true
}

/** Price information on a thing looked at in a shop; undefined for none. */
export function offer(scene: Scene, player: Player, thing: Thing): string | undefined {
  const { level, x, y } = player
  if (!level) return undefined
  const price = priceOf(player, thing)
  if (thing.unpaid) return `You owe ${inCoins(scene.kinds, price)} for it.`
  if (!level.isShop(x, y)) return undefined
  if (thing.where?.in === 'cell') return price > 0 ? `It costs ${inCoins(scene.kinds, price)}.` : undefined
  const shop = buyerAt(level)
  const given = shop ? offerFor(player, shop, thing) : 0
  return given > 0 ? `Here you would get ${inCoins(scene.kinds, given)} for it.` : 'Nobody here would buy it.'
}

function deals({ deals }: Shop, { role }: Role): boolean {
  return deals ? deals.includes(role) : role !== 'key'
}

/** [CF-21.4] The market of an owner's map, or the first shopkeeper on the map. */
function buyerAt({ creatures, plan }: Level): Shop | Market | undefined {
  if (plan.market) return plan.market
  for (const { kind } of creatures) if (kind.is.role === 'person' && kind.is.keeps) return kind.is.keeps
  return undefined
}

function charm(player: Player): number {
  return bonus(player.figures.abilities.Cha)
}

/** [CF-15.6] One percent per two levels of bargaining. */
function haggling(player: Player): number {
  return Math.floor(skillLevel(player, 'bargaining') / 2)
}

function haggled(player: Player, copper: number): void {
  gain(player, Math.min(bargain.most, Math.floor(copper / bargain.copperPerPoint)), 'bargaining')
}

/** Including its contents. */
function debtFor(player: Player, thing: Thing): number {
  return [...withContents(thing)].reduce((sum, each) => sum + priceOf(player, each), 0)
}

function unpaidOf({ inventory }: Player): Thing[] {
  return inventory.flatMap((carried) => [...withContents(carried)]).filter(isUnpaid)
}

/** Marks it as paid. Removes and puts it again, to merge it with an equal pile. */
function own(thing: Thing): void {
  const where = thing.where!
  remove(thing)
  thing.unpaid = undefined
  put(thing, where)
}

function refuse(player: Player, text: string): false {
  player.tell(text, messageTypes.shop)
  return false
}
