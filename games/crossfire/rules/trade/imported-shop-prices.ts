// As on Crossfire's own server, prices depend on shop, thing and player. [CF-21.4]

import { raceOf } from '../../model/definitions/character-rules.ts'
import type { ShopPricing } from '../../model/definitions/level-plan.ts'
import { skillLevel } from '../../model/players/derived-stats.ts'
import type { Player, Thing } from '../../model/state/game-state.ts'

const sellFactor = 4
const buyFactor = 2
/** Each point of Cha lowers prices by about a seventeenth. */
const charismaFactors = { base: 0.38, perPoint: 1.06, min: 0.5, max: 2 } as const
/** At this level prices are halved. */
const maxBargainingLevel = 115
/** Factor for goods that the shop neither prefers nor dislikes, and the minimum factor. */
const [neutralPreference, minPreferenceFactor] = [0.5, 0.1]
const foreignRaceFactor = 0.8
/** Factors for jewels, which nearly keep their value. */
const jewelFactors = { buy: 0.97, sell: 1.03 } as const

/**
 * The price of the pile in the smallest coin. It is at least the shop's unrounded offer for the pile: otherwise good
 * hagglers could make money by buying things, also single pieces of a pile, and selling them back.
 */
export function priceShopAsks(market: ShopPricing, player: Player, thing: Thing): number {
  const value = (thing.archetype.value ?? 0) * thing.count
  if (thing.archetype.traits.role === 'gem') return Math.floor(value * jewelFactors.sell)
  const plain = Math.floor(sellFactor * value * haggleFactor(player))
  const asked = Math.floor(
    (plain * market.greed) / (preferenceFactor(market, thing) * raceFactor(market, player)),
  )
  return Math.max(asked, Math.ceil(unroundedOffer(market, player, thing)))
}

/** The shop's offer for the pile in the smallest coin; 0 if the shop does not buy the pile. */
export function priceShopPays(market: ShopPricing, player: Player, thing: Thing): number {
  return Math.floor(unroundedOffer(market, player, thing))
}

function unroundedOffer(market: ShopPricing, player: Player, thing: Thing): number {
  const value = thing.archetype.value ?? 0
  if (thing.archetype.traits.role === 'gem') return value * thing.count * jewelFactors.buy
  const each = limitedByFunds(market, buyFactor * value)
  return (each * thing.count * preferenceFactor(market, thing) * raceFactor(market, player)) / market.greed
}

function haggleFactor(player: Player): number {
  const { base, perPoint, min, max } = charismaFactors
  const charmed = 1 / (base * perPoint ** player.stats.abilities.Cha)
  const bargained = 1 - (0.5 * skillLevel(player, 'bargaining')) / maxBargainingLevel
  return Math.min(max, Math.max(min, charmed)) * bargained
}

/** The offer grows only slowly above half the shop's maximum payment. */
function limitedByFunds({ minValue, maxPayment }: ShopPricing, worth: number): number {
  if (worth < minValue) return 0
  const half = maxPayment / 2
  return worth <= half ? worth : Math.min(maxPayment, half + Math.floor(Math.sqrt(worth - half)))
}

/** Factor from 0.1 to 1 by how much the shop prefers things of that type. */
function preferenceFactor({ preferences, defaultPreference }: ShopPricing, { archetype }: Thing): number {
  const likes100 = preferences.get(archetype.matchProperties?.type ?? 0) ?? defaultPreference
  return Math.max(minPreferenceFactor, neutralPreference + ((1 - neutralPreference) * likes100) / 100)
}

function raceFactor({ race }: ShopPricing, player: Player): number {
  return race === undefined || race === raceOf(player).name ? 1 : foreignRaceFactor
}
