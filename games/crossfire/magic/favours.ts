// Spells that help, or drain: healing, temporary bonuses, spell points. [CF-22.6]
import { type MessageType, messageTypes } from '../hearing/text-kinds.ts'
import { give } from '../people/boons.ts'
import { mostAbilityOf } from '../people/characters.ts'
import { flash } from '../places/flashes.ts'
import type { Archetype } from '../scene/archetype.ts'
import type { Ability } from '../scene/character.ts'
import { within } from '../scene/dice.ts'
import { type Direction, stepped } from '../scene/directions.ts'
import { isPlayer, type Player, type Scene } from '../scene/scene.ts'
import type { Boon, Deed, Heal, Raise, Spellbound } from '../scene/spell.ts'
import { put } from '../things/contents.ts'
import { disenchant, enchant } from '../vitals/lasting.ts'
import { feed } from '../vitals/vitals.ts'
import { type Casting, favoured, grown, monsterOf } from './caster.ts'

/** [CF-14.11] Words that the spell of food accepts; also archetype ids. */
const foods = ['bread', 'apple', 'cheese', 'meat', 'booze'] as const

/** [CF-22.6] Monsters heal themselves. */
export function heal(scene: Scene, deed: Heal, casting: Casting): boolean {
  const monster = monsterOf(casting.by)
  if (monster) {
    const { life } = monster.thing
    if (!life || life.hp >= monster.is.hp) return false
    life.hp = Math.min(monster.is.hp, life.hp + grown(within(scene, deed.hp), deed.grows, casting))
    flash(scene, casting.level, casting.from, 'heal')
    return true
  }
  let healed = false
  for (const player of favoured(casting)) healed = mend(scene, player, deed, casting) || healed
  return healed
}

function mend(scene: Scene, player: Player, deed: Heal, casting: Casting): boolean {
  flash(scene, player.level!, player, 'heal')
  const before = [player.hp, player.sp, player.food]
  const cured = (deed.cures ?? []).filter((ill) => disenchant(player, ill))
  const { maxHp, maxSp } = player.figures
  const hp = deed.hp[1] > 0 ? grown(within(scene, deed.hp), deed.grows, casting) : 0
  player.hp = Math.max(player.hp, Math.min(maxHp, player.hp + hp))
  player.sp = Math.max(player.sp, Math.min(maxSp, player.sp + (deed.sp ?? 0)))
  if (deed.food) feed(player, deed.food)
  const helped = cured.length > 0 || [player.hp, player.sp, player.food].some((now, at) => now !== before[at])
  if (!helped) player.tell('You were whole already.', messageTypes.spellFailure)
  else if (player.hp !== before[0]) player.tell('Your wounds close.', messageTypes.healed)
  else player.tell('You feel better.', messageTypes.healed)
  return helped
}

export function bind(scene: Scene, does: Spellbound, casting: Casting): boolean {
  const strength = Math.min(does.mostStrength, grown(does.strength, does.grows, casting))
  const ms = grown(does.seconds, does.longer, casting) * 1000
  const players = favoured(casting)
  for (const player of players) enchant(scene, player, does.name, ms, strength)
  return players.length > 0
}

export function bestow(scene: Scene, name: string, does: Boon, casting: Casting): boolean {
  const ms = grown(does.seconds, does.longer, casting) * 1000
  const players = favoured(casting)
  for (const player of players) give(scene, player, name, does.gives, ms)
  return players.length > 0
}

/** [CF-24.11] Changes abilities within 1 and the race's maximum. */
export function raise({ abilities }: Raise, casting: Casting): boolean {
  const players = favoured(casting)
  let changed = false
  for (const player of players) {
    const before = player.origin.abilities
    const after = { ...before }
    for (const [name, more] of Object.entries(abilities) as [Ability, number][]) {
      const most = Math.max(before[name], mostAbilityOf(player.origin.race, name))
      after[name] = Math.min(most, Math.max(1, before[name] + more))
      if (after[name] === before[name]) continue
      changed = true
      player.tell(...change(name, after[name] > before[name]))
    }
    player.origin = { ...player.origin, abilities: after }
    player.keep()
  }
  if (!changed) for (const player of players) player.tell('Nothing comes of it.', messageTypes.spellFailure)
  return changed
}

function change(name: Ability, isMore: boolean): [text: string, kind: MessageType] {
  return isMore
    ? [`You have more ${name}.`, messageTypes.statGained]
    : [`You have less ${name}.`, messageTypes.statLost]
}

/** [CF-22.6] Gives spell points to players, or drains them: those ahead of a casting player, else those it reaches. */
export function transfer(does: Extract<Deed, { readonly deed: 'mana' }>, casting: Casting): boolean {
  const { by, direction } = casting
  const amount = does.sp < 0 ? grown(does.sp, -does.grows, casting) : grown(does.sp, does.grows, casting)
  const players = isPlayer(by) ? aheadOf(by, direction || by.facing) : favoured(casting)
  for (const player of players) {
    // Points beyond the maximum are lost; unlike in other servers they do no damage.
    player.sp = Math.max(0, amount < 0 ? player.sp + amount : fill(player, amount))
    player.tell(amount < 0 ? 'Your spell points run off.' : 'Power flows into you.', messageTypes.spellSuccess)
  }
  return players.length > 0
}

function fill({ sp, figures: { maxSp } }: Player, amount: number): number {
  return Math.max(sp, Math.min(maxSp, sp + amount))
}

function aheadOf(player: Player, direction: Direction): readonly Player[] {
  const { x, y } = stepped(player, direction)
  return player.level!.playersAt(x, y)
}

export function restore(
  scene: Scene,
  { sp }: Extract<Deed, { readonly deed: 'power' }>,
  casting: Casting,
): boolean {
  const players = favoured(casting)
  for (const player of players) {
    player.sp = fill(player, within(scene, sp))
    player.tell('Your head clears.', messageTypes.spellSuccess)
  }
  return players.length > 0
}

export function cure(casting: Casting): boolean {
  const players = favoured(casting)
  const cured = players.filter((player) => disenchant(player, 'poison'))
  if (cured.length === 0)
    for (const player of players) player.tell('You are not poisoned.', messageTypes.spellFailure)
  return cured.length > 0
}

/** [CF-14.11] Creates food on the caster's cell. */
export function makeFood(scene: Scene, casting: Casting): boolean {
  const { by, words = '' } = casting
  if (!isPlayer(by)) return false
  const asked = words.toLowerCase().replace(/^of\s+/, '')
  const food: Archetype['id'] = foods.find((each) => each === asked) ?? foods[0]
  const level = by.level!
  const { x, y } = by
  // Not in shops: things on their floor belong to the shop, and the caster would have to buy the food.
  if (!level.hasRoom(x, y) || level.isShop(x, y)) {
    by.tell('There is no place for it here.', messageTypes.spellFailure)
    return false
  }
  const made = put(scene.make(food), { in: 'cell', level, x, y })
  by.tell(`You pray, and there is ${made.kind.name.one}.`, messageTypes.spellSuccess)
  return true
}
