// Prices in an owner's world, computed as by Crossfire's own server from shop, thing and player. [CF-21.4]
import { raceOf } from '../people/characters.ts'
import { skillLevel } from '../people/figures.ts'
import type { Market } from '../scene/level-plan.ts'
import type { Player, Thing } from '../scene/scene.ts'

/** Factors on the value. */
const asks = 4
const gives = 2
/** Each point of Cha lowers prices by about a seventeenth. */
const charm = { plain: 0.38, perPoint: 1.06, least: 0.5, most: 2 } as const
/** Level of bargaining at which prices are halved. */
const mostLevel = 115
/** Factor on the value for indifferent goods, and the minimum factor. */
const [indifferent, leastLiking] = [0.5, 0.1]
/** Factor for players of another race than the shop's. */
const stranger = 0.8
/** Jewels keep nearly their value. */
const jewels = { gives: 0.97, asks: 1.03 } as const

/** Price of the pile in the smallest coin. Never below the shop's own offer, or good hagglers could create money. */
export function askedAt(market: Market, player: Player, thing: Thing): number {
  const value = (thing.kind.value ?? 0) * thing.count
  if (thing.kind.is.role === 'gem') return Math.floor(value * jewels.asks)
  const plain = Math.floor(asks * value * haggled(player))
  const asked = Math.floor((plain * market.greed) / (liking(market, thing) * approval(market, player)))
  return Math.max(asked, givenAt(market, player, thing))
}

/** The shop's offer for the pile in the smallest coin; 0 if it does not want it. */
export function givenAt(market: Market, player: Player, thing: Thing): number {
  const value = thing.kind.value ?? 0
  if (thing.kind.is.role === 'gem') return Math.floor(value * thing.count * jewels.gives)
  const each = withinMeans(market, gives * value)
  return Math.floor((each * thing.count * liking(market, thing) * approval(market, player)) / market.greed)
}

/** Price factor from charisma and bargaining. */
function haggled(player: Player): number {
  const { plain, perPoint, least, most } = charm
  const charmed = 1 / (plain * perPoint ** player.figures.abilities.Cha)
  const bargained = 1 - (0.5 * skillLevel(player, 'bargaining')) / mostLevel
  return Math.min(most, Math.max(least, charmed)) * bargained
}

/** Shops have limited money: above half of it, the offer grows only slowly. */
function withinMeans({ least, most }: Market, worth: number): number {
  if (worth < least) return 0
  const half = most / 2
  return worth <= half ? worth : Math.min(most, half + Math.floor(Math.sqrt(worth - half)))
}

/** Factor from 0.1 to 1. */
function liking({ likes, others }: Market, { kind }: Thing): number {
  const likes100 = likes.get(kind.known?.type ?? 0) ?? others
  return Math.max(leastLiking, indifferent + ((1 - indifferent) * likes100) / 100)
}

function approval({ race }: Market, { origin }: Player): number {
  return race === undefined || race === raceOf(origin.race).name ? 1 : stranger
}
