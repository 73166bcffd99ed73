// [CF-15.1]

import type { Points } from '../../model/definitions/character-rules.ts'
import { godOf } from '../../model/players/faith.ts'
import { levelOf } from '../../model/players/levels.ts'
import type { GameState, Player, Thing } from '../../model/state/game-state.ts'
import { consumeThing, markThingChanged } from '../../model/things/move-things.ts'
import { nameOf } from '../../model/things/thing.ts'
import { useUp } from '../../model/things/use-up.ts'
import { eventsInTick, isEventTick, msUntilReady } from '../../model/time/action-timing.ts'
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
/** [CF-15.2] A player without food loses one hp in this number of ticks. */
const starvingTicks = 25
/** [CF-15.4] The player eats one piece. */
export function eatFood(game: GameState, player: Player, food: Thing): void {
  const { traits } = food.archetype
  if (traits.role !== 'food') return
  if (player.food >= maxFood)
    return player.sendMessage('You cannot eat another bite.', messageTypes.applyFailure)
  player.sendMessage(`The ${nameOf(food).one} tastes good.`, messageTypes.applied)
  useUp(game, food)
  const eaten = Math.min(traits.food, maxFood - player.food)
  const healed = (traits.hp ?? 0) + Math.floor(eaten / player.characterRules.formulas.foodPerHp)
  addFood(player, eaten)
  player.hp = Math.max(player.hp, Math.min(player.stats.maxHp, player.hp + healed))
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
 * Without food neither hp nor sp regenerate.
 */
function regenerate(game: GameState, player: Player): void {
  const { formulas } = player.characterRules
  const { abilities, maxHp, maxSp, maxGrace, sustenance } = player.stats
  const phase = player.tag % 1000
  const isResting = msUntilReady(player, game.context.now()) === 0
  const regain = (kind: Points, most: number, limit = most): boolean => {
    if (player[kind] >= limit) return false
    const jewels = regenerationJewels(player, kind)
    const rate = formulas.pointsPer1000Ticks(kind, abilities, levelOf(player), most, jewels, isResting)
    const points = eventsInTick(game, rate, 1000, phase)
    player[kind] = Math.min(limit, player[kind] + points)
    return points > 0
  }
  regain('grace', maxGrace, Math.floor(maxGrace * formulas.regeneratedGrace))
  // [CF-15.1] A unit of food pays for this number of points.
  const pointsPerFood = formulas.pointsPerFood * (1 + Math.max(0, sustenance))
  for (const [kind, most] of [
    ['hp', maxHp],
    ['sp', maxSp],
  ] as const)
    if (player.food > 0 && regain(kind, most) && player[kind] % pointsPerFood === 0)
      consumeFood(player, 1 + Math.max(0, -sustenance))
  consumeFood(player, eventsInTick(game, formulas.foodPer1000Ticks, 1000, phase))
}

/**
 * [CF-24.3] The number of worn jewels plus the god's regeneration bonus, in which each point has the effect of one
 * jewel.
 */
function regenerationJewels(player: Player, kind: Points): number {
  const god = godOf(player)?.regenerationBonus[kind] ?? 0
  if (kind === 'grace') return god
  const jewels = player.inventory.filter(
    ({ applied, archetype: { traits } }) => applied && traits.role === 'jewel' && traits.regenerates === kind,
  )
  return god + player.stats.regeneration[kind] + jewels.length
}

/** [CF-15.2] */
function consumeFood(player: Player, amount: number): void {
  for (let eaten = 0; eaten < amount && player.food > 0; eaten++) {
    player.food--
    const told = hungerMessages[player.food]
    if (told !== undefined) player.sendMessage(told, messageTypes.badEffect)
  }
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
    return consumeThing(thing)
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
