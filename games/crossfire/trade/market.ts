// What a host's shops ask and give, as Crossfire's own server has it: by the shop, the thing, and who deals. [CF-21.4]
import { raceOf } from '../people/characters.ts'
import { skillLevel } from '../people/figures.ts'
import type { Market } from '../scene/level-plan.ts'
import type { Player, Thing } from '../scene/scene.ts'

/** Times its value. */
const asks = 4
const gives = 2
/** What is asked falls by a seventeenth with each point of Cha. */
const charm = { plain: 0.38, perPoint: 1.06, least: 0.5, most: 2 } as const
/** Of levels of bargaining, at all of which half is asked. */
const mostLevel = 115
/** Of the value that a shop neither likes nor dislikes, and the least of all. */
const [indifferent, leastLiking] = [0.5, 0.1]
/** What those of another race than the shop's are dealt with by. */
const stranger = 0.8
/** Jewels are nearly as good as money. */
const jewels = { gives: 0.97, asks: 1.03 } as const

/** What all of it costs him, in the smallest coin: never less than is given for it here, or who haggles well would coin money. */
export function askedAt(market: Market, player: Player, thing: Thing): number {
  const value = (thing.kind.value ?? 0) * thing.count
  if (thing.kind.is.role === 'gem') return Math.floor(value * jewels.asks)
  const plain = Math.floor(asks * value * haggled(player))
  const asked = Math.floor((plain * market.greed) / (liking(market, thing) * approval(market, player)))
  return Math.max(asked, givenAt(market, player, thing))
}

/** What is given for all of it, in the smallest coin; 0: nobody wants it. */
export function givenAt(market: Market, player: Player, thing: Thing): number {
  const value = thing.kind.value ?? 0
  if (thing.kind.is.role === 'gem') return Math.floor(value * thing.count * jewels.gives)
  const each = withinMeans(market, gives * value)
  return Math.floor((each * thing.count * liking(market, thing) * approval(market, player)) / market.greed)
}

/** The part of what is asked that he has to pay, by his charm and what he has learnt. */
function haggled(player: Player): number {
  const { plain, perPoint, least, most } = charm
  const charmed = 1 / (plain * perPoint ** player.figures.abilities.Cha)
  const bargained = 1 - (0.5 * skillLevel(player, 'bargaining')) / mostLevel
  return Math.min(most, Math.max(least, charmed)) * bargained
}

/** A shop has only so much money: of what is dearer than half of that it gives little more. */
function withinMeans({ least, most }: Market, worth: number): number {
  if (worth < least) return 0
  const half = most / 2
  return worth <= half ? worth : Math.min(most, half + Math.floor(Math.sqrt(worth - half)))
}

/** 0.1 to 1. */
function liking({ likes, others }: Market, { kind }: Thing): number {
  const likes100 = likes.get(kind.known?.type ?? 0) ?? others
  return Math.max(leastLiking, indifferent + ((1 - indifferent) * likes100) / 100)
}

function approval({ race }: Market, { origin }: Player): number {
  return race === undefined || race === raceOf(origin.race).name ? 1 : stranger
}
