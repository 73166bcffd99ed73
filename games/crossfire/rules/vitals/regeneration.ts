// [CF-15.1]

import { abilityBonus } from '../../model/players/ability-bonus.ts'
import { godOf } from '../../model/players/faith.ts'
import { levelOf } from '../../model/players/levels.ts'
import type { GameState, Player, Thing } from '../../model/state/game-state.ts'
import { consume, markThingChanged } from '../../model/things/move-things.ts'
import { nameOf, withArticle } from '../../model/things/thing.ts'
import { isEventTick } from '../../model/time/action-timing.ts'
import { messageTypes } from '../../protocol/events/message-types.ts'
import { damagePlayer } from './apply-damage.ts'
import { poisonMs, startEffect, tickTimedEffects } from './timed-effects.ts'

const maxFood = 999
/** [CF-15.2] */
const hungerMessages: { readonly [food: number]: string } = {
  150: 'You feel hungry.',
  50: 'You are very hungry.',
  1: 'You are starving!',
}
/** [CF-15.2] Ticks in which a player without food loses one hp. */
const starvingTicks = 25
/**
 * [CF-15.3] Points regenerated in a thousand ticks (two minutes): a base value, plus amounts per level, per point of
 * the ability's bonus and per healing jewel; at least `min`.
 */
const regenerationRates = { sp: 18, grace: 10, perLevel: 1, perBonus: 3, jewel: 16, min: 4 } as const
/** [CF-15.1] */
const foodPer1000Ticks = 12

/** [CF-15.4] One piece. */
export function eatFood(game: GameState, player: Player, food: Thing): void {
  const { traits } = food.archetype
  if (traits.role !== 'food') return
  if (player.food >= maxFood)
    return player.sendMessage('You cannot eat another bite.', messageTypes.applyFailure)
  player.sendMessage(`You have ${withArticle(nameOf(food))}.`, messageTypes.applied)
  consume(food)
  addFood(player, traits.food)
  player.hp = Math.max(player.hp, Math.min(player.stats.maxHp, player.hp + (traits.hp ?? 0)))
  if (traits.poisonous) startEffect(game, player, 'poison', poisonMs, 1)
}

export function addFood(player: Player, food: number): void {
  player.food = Math.min(maxFood, player.food + food)
}

export function tickPlayer(game: GameState, player: Player): void {
  burnTorches(player)
  rechargeRods(game, player)
  regenerate(game, player)
  applyStarvation(game, player)
  tickTimedEffects(game, player)
}

/**
 * [CF-15.3] The tick count determines the ticks in which whole points are added, so that no fractions must be stored.
 */
function regenerate(game: GameState, player: Player): void {
  const rates = regenerationRatesOf(player)
  const { maxHp, maxSp, maxGrace } = player.stats
  const phase = player.tag % 1000
  let points = 0
  if (player.hp < maxHp && isEventTick(game, rates.hp, 1000, phase)) {
    player.hp++
    points++
  }
  if (player.sp < maxSp && isEventTick(game, rates.sp, 1000, phase)) {
    player.sp++
    points++
  }
  if (player.grace < maxGrace && isEventTick(game, rates.grace, 1000, phase)) player.grace++
  // A point costs a fraction of a unit of food, so a unit is consumed whenever hp plus sp is a multiple of
  // `pointsPerFood`.
  if (points > 0 && (player.hp + player.sp) % player.people.formulas.pointsPerFood === 0) consumeFood(player)
  if (isEventTick(game, foodPer1000TicksOf(player), 1000, phase)) consumeFood(player)
}

/** In a thousand ticks. Without food neither hp nor sp regenerate. */
function regenerationRatesOf(player: Player): {
  readonly hp: number
  readonly sp: number
  readonly grace: number
} {
  const { abilities, maxHp } = player.stats
  const level = levelOf(player)
  const god = godOf(player)?.regenerationBonus
  const rate = (usual: number, kind: 'hp' | 'sp' | 'grace') => {
    // [CF-24.3]
    const worn = kind === 'grace' ? 0 : regenerationJewels(player, kind) + player.stats.regeneration[kind]
    const helped = worn + (god?.[kind] ?? 0)
    return Math.max(0, Math.max(regenerationRates.min, usual) + regenerationRates.jewel * helped)
  }
  const growing = (least: number, ability: number) =>
    least + regenerationRates.perLevel * level + regenerationRates.perBonus * abilityBonus(ability)
  const fed = player.food > 0 ? 1 : 0
  return {
    hp: fed * rate(player.people.formulas.hpPer1000Ticks(abilities, level, maxHp), 'hp'),
    sp: fed * rate(growing(regenerationRates.sp, abilities.Pow), 'sp'),
    grace: rate(growing(regenerationRates.grace, abilities.Wis), 'grace'),
  }
}

/** [CF-15.1] */
function foodPer1000TicksOf({ stats: { sustenance } }: Player): number {
  return Math.round(
    sustenance < 0 ? foodPer1000Ticks * (1 - sustenance) : foodPer1000Ticks / (1 + sustenance),
  )
}

function regenerationJewels({ inventory }: Player, kind: 'hp' | 'sp'): number {
  return inventory.filter(
    ({ applied, archetype: { traits } }) => applied && traits.role === 'jewel' && traits.regenerates === kind,
  ).length
}

/** [CF-15.2] */
function consumeFood(player: Player): void {
  if (player.food <= 0) return
  player.food--
  const told = hungerMessages[player.food]
  if (told !== undefined) player.sendMessage(told, messageTypes.badEffect)
}

/** [CF-15.2] At 0 food the player eats the first paid food in the inventory, or loses hp if there is none. */
function applyStarvation(game: GameState, player: Player): void {
  if (player.food > 0 || game.ticks % starvingTicks !== 0) return
  const food = player.inventory.find(({ archetype, unpaid }) => archetype.traits.role === 'food' && !unpaid)
  if (food) {
    player.sendMessage('You are starving and eat something.', messageTypes.miscellaneous)
    eatFood(game, player, food)
  } else damagePlayer(game, player, 1, 'hunger')
}

/** [CF-15.11] */
function burnTorches(player: Player): void {
  for (const thing of player.inventory) {
    if (!thing.applied || thing.archetype.traits.role !== 'torch' || thing.burns === undefined) continue
    // `markThingChanged` is not called here, because it would write the record in every tick. The periodic save writes
    // it within two seconds.
    thing.burns--
    if (thing.burns > 0) continue
    player.sendMessage(`Your ${nameOf(thing).one} has burned out.`, messageTypes.itemLost)
    thing.applied = undefined
    markThingChanged(thing)
    return consume(thing)
  }
}

/** [CF-22.9] */
function rechargeRods(game: GameState, player: Player): void {
  for (const thing of player.inventory) {
    const { traits } = thing.archetype
    if (traits.role !== 'wand' || traits.rechargeTicks === undefined || thing.charges === undefined) continue
    if (thing.charges < traits.charges[1] && isEventTick(game, 1, traits.rechargeTicks)) thing.charges++
  }
}
