// Things on a shop's floor belong to the shop. A player who takes a thing must pay for it before leaving the floor.
// Things that players drop on the floor are sold. [CF-15.5]

import type { ShopTerms, Traits } from '../../model/definitions/archetype.ts'
import type { ShopPricing } from '../../model/definitions/level-plan.ts'
import type { LevelCell } from '../../model/level/adjacent-maps.ts'
import { abilityBonus } from '../../model/players/ability-bonus.ts'
import { skillLevel } from '../../model/players/derived-stats.ts'
import { gainExperience } from '../../model/players/gain-experience.ts'
import type { GameState, Level, Player, Thing } from '../../model/state/game-state.ts'
import { identifyAndReport } from '../../model/things/identification.ts'
import { putThing, removeThing } from '../../model/things/move-things.ts'
import { nameWithArticle, withContents } from '../../model/things/thing.ts'
import { messageTypes } from '../../protocol/events/message-types.ts'
import { priceShopAsks, priceShopPays } from './imported-shop-prices.ts'
import { formatCoins, giveMoney, payAmount } from './money.ts'

/** [CF-15.7] Milliseconds between two messages about the same debt, while a player keeps trying to leave. */
const debtReminderMs = 10_000

/**
 * [CF-15.6] Price in percent of the value: the base, the reduction per point of the charisma bonus, and the minimum.
 */
const sellPercents = { base: 130, perCharm: 4, min: 105 } as const
/** [CF-15.8] Increase of the offer in percent per point of the charisma bonus, and the maximum. */
const buyPercents = { perCharm: 2, max: 80 } as const
/** [CF-15.8] Copper traded per point of bargaining experience, and the maximum number of points per trade. */
const bargainingGain = { copperPerPoint: 20, max: 50 } as const

export const unpaidText = 'Pay for that first.'

export function isUnpaid({ unpaid }: Thing): boolean {
  return unpaid === true
}

/** [CF-15.6] [CF-21.4] The price of the pile in the smallest coin. */
export function priceOf(player: Player, thing: Thing): number {
  const market = player.level?.plan.shopPricing
  if (market) return priceShopAsks(market, player, thing)
  const percent = Math.max(
    sellPercents.min,
    sellPercents.base - sellPercents.perCharm * charismaBonus(player) - bargainingPercent(player),
  )
  return Math.ceil(((thing.archetype.value ?? 0) * percent) / 100) * thing.count
}

/** [CF-15.8] [CF-21.4] The shop's offer for the pile in the smallest coin; 0 if the shop does not buy the pile. */
export function shopOfferPrice(player: Player, shop: ShopTerms | ShopPricing, thing: Thing): number {
  const { traits, value = 0 } = thing.archetype
  if (thing.inside?.length) return 0
  if ('greed' in shop) return priceShopPays(shop, player, thing)
  if (!tradesIn(shop, traits)) return 0
  const percent = Math.min(
    buyPercents.max,
    shop.payPercent + buyPercents.perCharm * charismaBonus(player) + bargainingPercent(player),
  )
  return Math.floor((value * thing.count * Math.max(0, percent)) / 100)
}

/** [CF-15.5] Marks the thing and its contents as unpaid. The thing has no location at this time. */
export function markUnpaid(game: GameState, player: Player, thing: Thing): void {
  // Things without a price are free, because a debt of 0 could never be paid.
  const price = totalPrice(player, [...withContents(thing)])
  if (price === 0) return
  for (const each of withContents(thing)) each.unpaid = true
  player.sendMessage(`It costs ${formatCoins(game.archetypes, price)}.`, messageTypes.payment)
}

/**
 * [CF-15.8] Takes back unpaid things, and buys all others. The thing has no location at this time. Returns false if the
 * shop does not buy the thing.
 */
export function sellOrReturn(game: GameState, player: Player, thing: Thing): boolean {
  if (thing.unpaid) {
    for (const each of withContents(thing)) each.unpaid = undefined
    return true
  }
  const shop = buyerOnLevel(player.level!)
  if (thing.archetype.traits.role === 'money') return refuseSale(player, 'Coins are not for sale.')
  if (!shop) return refuseSale(player, 'There is no shopkeeper to buy it.')
  const price = shopOfferPrice(player, shop, thing)
  if (price === 0) return refuseSale(player, `This shop does not buy ${nameWithArticle(thing)}.`)
  giveMoney(game, player, price)
  player.sendMessage(
    `You sell ${nameWithArticle(thing)} for ${formatCoins(game.archetypes, price)}.`,
    messageTypes.sale,
  )
  if (!thing.traded) gainBargaining(game, player, price)
  thing.traded = true
  // [CF-25.10] The shop identifies the thing that it buys.
  identifyAndReport(player, thing)
  return true
}

/** [CF-15.7] */
export function payForUnpaidItems(game: GameState, player: Player): void {
  const owed = unpaidThings(player)
  if (owed.length === 0) player.sendMessage('You owe nothing.', messageTypes.payment)
  else settleDebt(game, player, owed)
}

/** [CF-15.7] Returns false, after a message, if the player cannot pay. */
export function tryPayBeforeLeaving(game: GameState, player: Player): boolean {
  const owed = unpaidThings(player)
  if (owed.length === 0) return true
  const debt = totalPrice(player, owed)
  const now = game.context.now()
  const { lastDebtNotice } = player
  // A player who holds a direction key tries to leave at each step, but gets a message about the same debt only at
  // intervals.
  const isKnown = lastDebtNotice?.amount === debt && now - lastDebtNotice.at < debtReminderMs
  if (settleDebt(game, player, owed, isKnown)) return true
  if (!isKnown) player.lastDebtNotice = { amount: debt, at: now }
  return false
}

/**
 * [CF-15.7] `to`: undefined for another map. Leaving the shop floor pays for unpaid things, and is refused if the
 * player cannot pay.
 */
export function mayLeaveShopFloor(game: GameState, player: Player, to?: LevelCell): boolean {
  const isThere = (at: Pick<Player, 'level' | 'x' | 'y'> | undefined) => at?.level?.isShopFloor(at.x, at.y)
  return !isThere(player) || isThere(to) || tryPayBeforeLeaving(game, player)
}

function totalPrice(player: Player, things: readonly Thing[]): number {
  return things.reduce((sum, thing) => sum + priceOf(player, thing), 0)
}

/** `isKnown`: the player has just received a message about the debt. */
function settleDebt(game: GameState, player: Player, owed: readonly Thing[], isKnown = false): boolean {
  const debt = totalPrice(player, owed)
  if (!payAmount(game, player, debt)) {
    if (!isKnown)
      player.sendMessage(
        `You owe ${formatCoins(game.archetypes, debt)} and cannot pay. Put something back.`,
        messageTypes.payment,
      )
    return false
  }
  const untraded = owed.filter(({ traded }) => !traded)
  const untradedPrice = totalPrice(player, untraded)
  for (const thing of owed) markPaid(thing)
  player.sendMessage(`You pay ${formatCoins(game.archetypes, debt)}.`, messageTypes.payment)
  gainBargaining(game, player, untradedPrice)
  return true
}

/** The price, or the shop's offer; undefined if there is none. */
export function describePrice(game: GameState, player: Player, thing: Thing): string | undefined {
  const { level, x, y } = player
  if (!level) return undefined
  const price = priceOf(player, thing)
  if (thing.unpaid) return `You owe ${formatCoins(game.archetypes, price)} for it.`
  if (!level.isShopFloor(x, y)) return undefined
  if (thing.location?.in === 'cell')
    return price > 0 ? `It costs ${formatCoins(game.archetypes, price)}.` : undefined
  const shop = buyerOnLevel(level)
  const given = shop ? shopOfferPrice(player, shop, thing) : 0
  return given > 0
    ? `This shop pays ${formatCoins(game.archetypes, given)} for it.`
    : 'This shop does not buy it.'
}

function tradesIn({ tradedRoles }: ShopTerms, { role }: Traits): boolean {
  return tradedRoles ? tradedRoles.includes(role) : role !== 'key'
}

/** [CF-21.4] The pricing of an imported map, or the terms of the first shopkeeper. */
function buyerOnLevel({ creatures, plan }: Level): ShopTerms | ShopPricing | undefined {
  if (plan.shopPricing) return plan.shopPricing
  for (const { archetype } of creatures)
    if (archetype.traits.role === 'person' && archetype.traits.shop) return archetype.traits.shop
  return undefined
}

function charismaBonus(player: Player): number {
  return abilityBonus(player.stats.abilities.Cha)
}

/** [CF-15.6] Reduction of the price, or increase of the offer, in percent: one for every two levels. */
function bargainingPercent(player: Player): number {
  return Math.floor(skillLevel(player, 'bargaining') / 2)
}

function gainBargaining(game: GameState, player: Player, copper: number): void {
  gainExperience(
    game,
    player,
    Math.min(bargainingGain.max, Math.floor(copper / bargainingGain.copperPerPoint)),
    'bargaining',
  )
}

function unpaidThings({ inventory }: Player): Thing[] {
  return inventory.flatMap((carried) => [...withContents(carried)]).filter(isUnpaid)
}

/** Removing the thing and putting it back merges it with an equal pile. */
function markPaid(thing: Thing): void {
  const where = thing.location!
  removeThing(thing)
  thing.unpaid = undefined
  thing.traded = true
  putThing(thing, where)
}

function refuseSale(player: Player, text: string): false {
  player.sendMessage(text, messageTypes.shop)
  return false
}
