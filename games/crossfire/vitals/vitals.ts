// Hp, spell points, grace and food: regeneration and consumption. [CF-15.1]
import { messageTypes } from '../hearing/text-kinds.ts'
import { bodyOf, bonus } from '../people/bodies.ts'
import { levelAt } from '../people/experience.ts'
import { godOf } from '../people/faith.ts'
import type { Player, Scene, Thing } from '../scene/scene.ts'
import { changed, useUp } from '../things/contents.ts'
import { nameOf } from '../things/thing.ts'
import { fallsOnTick } from '../time/pace.ts'
import { enchant, poisonMs, tickLasting } from './lasting.ts'
import { woundPlayer } from './wounds.ts'

export const mostFood = 999
/** [CF-15.2] Messages when the food drops to these values. */
const hungers: { readonly [food: number]: string } = {
  150: 'You feel hungry.',
  50: 'You are very hungry.',
  1: 'You are starving!',
}
/** [CF-15.2] Ticks per hp lost without food. */
const starvingTicks = 25
/**
 * [CF-15.3] Points regenerated in a thousand ticks (two minutes): a base value, plus amounts per level, per point of
 * the ability's bonus and per healing jewel; at least `least`.
 */
const regains = { sp: 18, grace: 10, perLevel: 1, perBonus: 3, jewel: 16, least: 4 } as const
/** [CF-15.1] Food consumed in a thousand ticks. */
const idleHunger = 12

/** [CF-15.4] Eats one piece. */
export function eat(scene: Scene, player: Player, food: Thing): void {
  const { is } = food.kind
  if (is.role !== 'food') return
  if (player.food >= mostFood) return player.tell('You cannot eat another bite.', messageTypes.applyFailure)
  player.tell(`You have ${withoutPile(food)}.`, messageTypes.applied)
  useUp(food)
  feed(player, is.food)
  player.hp = Math.max(player.hp, Math.min(player.figures.maxHp, player.hp + (is.hp ?? 0)))
  if (is.poisons) enchant(scene, player, 'poison', poisonMs, 1)
}

export function feed(player: Player, food: number): void {
  player.food = Math.min(mostFood, player.food + food)
}

/** Runs once per tick for each player. */
export function tickVitals(scene: Scene, player: Player): void {
  burn(player)
  recharge(scene, player)
  regain(scene, player)
  starve(scene, player)
  tickLasting(scene, player)
}

/** [CF-15.3] Adds whole points on ticks determined by the tick count, so that no fractions need storing. */
function regain(scene: Scene, player: Player): void {
  const rates = ratesOf(player)
  const { maxHp, maxSp, maxGrace } = player.figures
  let points = 0
  if (player.hp < maxHp && fallsOnTick(scene, rates.hp, 1000)) {
    player.hp++
    points++
  }
  if (player.sp < maxSp && fallsOnTick(scene, rates.sp, 1000)) {
    player.sp++
    points++
  }
  if (player.grace < maxGrace && fallsOnTick(scene, rates.grace, 1000)) player.grace++
  // A point costs a fraction of a unit of food: charge a unit whenever the sum of points is a multiple.
  if (points > 0 && (player.hp + player.sp) % bodyOf(player).pointsPerFood === 0) digest(player)
  if (fallsOnTick(scene, idleHunger, 1000)) digest(player)
}

/** Points per thousand ticks. Without food neither hp nor sp regenerate. */
function ratesOf(player: Player): { readonly hp: number; readonly sp: number; readonly grace: number } {
  const { abilities } = player.figures
  const level = levelAt(player.experience)
  const god = godOf(player)?.regains
  const rate = (usual: number, kind: 'hp' | 'sp' | 'grace') => {
    // [CF-24.3]
    const helped = (kind === 'grace' ? 0 : jewels(player, kind)) + (god?.[kind] ?? 0)
    return Math.max(0, Math.max(regains.least, usual) + regains.jewel * helped)
  }
  const growing = (least: number, ability: number) =>
    least + regains.perLevel * level + regains.perBonus * bonus(ability)
  const fed = player.food > 0 ? 1 : 0
  return {
    hp: fed * rate(bodyOf(player).heals(abilities, level), 'hp'),
    sp: fed * rate(growing(regains.sp, abilities.Pow), 'sp'),
    grace: rate(growing(regains.grace, abilities.Wis), 'grace'),
  }
}

function jewels({ inventory }: Player, kind: 'hp' | 'sp'): number {
  return inventory.filter(
    ({ applied, kind: { is } }) => applied && is.role === 'jewel' && is.regains === kind,
  ).length
}

/** [CF-15.2] */
function digest(player: Player): void {
  if (player.food <= 0) return
  player.food--
  const told = hungers[player.food]
  if (told !== undefined) player.tell(told, messageTypes.badEffect)
}

/** [CF-15.2] At 0 food the player eats the first paid food in the pack, or loses hp if there is none. */
function starve(scene: Scene, player: Player): void {
  if (player.food > 0 || scene.ticks % starvingTicks !== 0) return
  const food = player.inventory.find(({ kind, unpaid }) => kind.is.role === 'food' && !unpaid)
  if (food) {
    player.tell('You grab blindly for something to eat.', messageTypes.miscellaneous)
    eat(scene, player, food)
  } else woundPlayer(scene, player, 1, 'hunger')
}

/** [CF-15.11] Burns down lit torches. */
function burn(player: Player): void {
  for (const thing of player.inventory) {
    if (!thing.applied || thing.kind.is.role !== 'torch' || thing.burns === undefined) continue
    // Not `changed`: that would write the record at every tick. `save` writes it within two seconds.
    thing.burns--
    if (thing.burns > 0) continue
    player.tell(`Your ${nameOf(thing).one} has burnt down.`, messageTypes.itemLost)
    thing.applied = undefined
    changed(thing)
    return useUp(thing)
  }
}

/** [CF-22.9] Recharges rods. */
function recharge(scene: Scene, player: Player): void {
  for (const thing of player.inventory) {
    const { is } = thing.kind
    if (is.role !== 'wand' || is.rests === undefined || thing.charges === undefined) continue
    if (thing.charges < is.charges[1] && fallsOnTick(scene, 1, is.rests)) thing.charges++
  }
}

function withoutPile({ kind, name }: Thing): string {
  const { one } = name ?? kind.name
  return `${/^[aeiou]/i.test(one) ? 'an' : 'a'} ${one}`
}
