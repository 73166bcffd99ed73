// [CF-22.6]

import type { Archetype } from '../../model/definitions/archetype.ts'
import type { Ability } from '../../model/definitions/character.ts'
import { type Direction, neighbourOf } from '../../model/definitions/directions.ts'
import type {
  AbilityChangeSpell,
  BonusSpell,
  HealSpell,
  TimedEffectSpell,
} from '../../model/definitions/spell.ts'
import { showFlash } from '../../model/level/flash-effects.ts'
import { maxAbilityOf } from '../../model/players/characters.ts'
import { gainExperience } from '../../model/players/gain-experience.ts'
import { giveTemporaryBonus } from '../../model/players/temporary-bonuses.ts'
import { rollInRange } from '../../model/state/dice.ts'
import { type GameState, isPlayer, type Player } from '../../model/state/game-state.ts'
import { putThing } from '../../model/things/move-things.ts'
import { type MessageType, messageTypes } from '../../protocol/events/message-types.ts'
import { cureDiseases } from '../combat/diseases.ts'
import { addFood } from '../vitals/regeneration.ts'
import { cancelEffect, startEffect } from '../vitals/timed-effects.ts'
import {
  benefitingPlayers,
  castingMonster,
  type EffectOf,
  failSpell,
  type SpellCast,
  scaleByLevel,
} from './spell-cast.ts'

/** [CF-14.11] The words by which players name the food. They are also archetype ids. */
const creatableFoods = ['bread', 'apple', 'cheese', 'meat', 'booze'] as const

/** [CF-22.6] A monster heals itself; other casters heal the `benefitingPlayers`. */
export function castHeal(game: GameState, spell: HealSpell, casting: SpellCast): boolean {
  const monster = castingMonster(casting.by)
  if (monster) {
    const { life } = monster.thing
    if (!life || life.hp >= monster.monsterTraits.hp) return false
    life.hp = Math.min(
      monster.monsterTraits.hp,
      life.hp + scaleByLevel(rollInRange(game, spell.hp), spell.perLevel, casting),
    )
    showFlash(game, casting.level, casting.from, 'heal')
    return true
  }
  let healed = false
  for (const player of benefitingPlayers(casting)) healed = healPlayer(game, player, spell, casting) || healed
  return healed
}

function healPlayer(game: GameState, player: Player, spell: HealSpell, casting: SpellCast): boolean {
  showFlash(game, player.level!, player, 'heal')
  const before = [player.hp, player.sp, player.food]
  const cured = (spell.cures ?? []).filter((ill) => cancelEffect(player, ill))
  // [CF-22.15]
  const strongest = spell.curesDiseases && spell.curesDiseases.level + casting.levelsAbove
  const lesson = strongest === undefined ? undefined : cureDiseases(game, player, strongest)
  if (lesson !== undefined && isPlayer(casting.by)) gainExperience(game, casting.by, lesson, casting.skill)
  const { maxHp, maxSp } = player.stats
  const hp = spell.hp[1] > 0 ? scaleByLevel(rollInRange(game, spell.hp), spell.perLevel, casting) : 0
  player.hp = Math.max(player.hp, Math.min(maxHp, player.hp + hp))
  player.sp = Math.max(player.sp, Math.min(maxSp, player.sp + (spell.sp ?? 0)))
  if (spell.food) addFood(player, spell.food)
  const helped =
    lesson !== undefined ||
    cured.length > 0 ||
    [player.hp, player.sp, player.food].some((now, at) => now !== before[at])
  if (!helped) player.sendMessage('You were not wounded.', messageTypes.spellFailure)
  else if (player.hp !== before[0]) player.sendMessage('Your wounds close.', messageTypes.healed)
  else player.sendMessage('You feel better.', messageTypes.healed)
  return helped
}

export function startTimedEffect(game: GameState, spell: TimedEffectSpell, casting: SpellCast): boolean {
  const strength = Math.min(spell.maxStrength, scaleByLevel(spell.strength, spell.perLevel, casting))
  const ms = scaleByLevel(spell.seconds, spell.secondsPerLevel, casting) * 1000
  const players = benefitingPlayers(casting)
  for (const player of players) startEffect(game, player, spell.name, ms, strength)
  return players.length > 0
}

export function giveBonus(game: GameState, name: string, spell: BonusSpell, casting: SpellCast): boolean {
  const ms = scaleByLevel(spell.seconds, spell.secondsPerLevel, casting) * 1000
  const players = benefitingPlayers(casting)
  for (const player of players) giveTemporaryBonus(game, player, name, spell.bonuses, ms)
  return players.length > 0
}

/** [CF-24.11] Changes abilities permanently, to at least 1 and at most the race's maximum. */
export function changeAbilities({ abilities }: AbilityChangeSpell, casting: SpellCast): boolean {
  const players = benefitingPlayers(casting)
  let changed = false
  for (const player of players) {
    const before = player.origin.abilities
    const after = { ...before }
    for (const [name, more] of Object.entries(abilities) as [Ability, number][]) {
      const most = Math.max(before[name], maxAbilityOf(player, name))
      after[name] = Math.min(most, Math.max(1, before[name] + more))
      if (after[name] === before[name]) continue
      changed = true
      player.sendMessage(...abilityMessage(name, after[name] > before[name]))
    }
    player.origin = { ...player.origin, abilities: after }
    player.markUnsaved()
  }
  if (!changed)
    for (const player of players) player.sendMessage('Nothing happens.', messageTypes.spellFailure)
  return changed
}

function abilityMessage(name: Ability, isMore: boolean): [text: string, kind: MessageType] {
  return isMore
    ? [`You have more ${name}.`, messageTypes.statGained]
    : [`You have less ${name}.`, messageTypes.statLost]
}

/** [CF-22.6] A player's spell affects the players ahead; `benefitingPlayers` selects the players for other casters. */
export function transferSpellPoints(spell: EffectOf<'mana'>, casting: SpellCast): boolean {
  const { by, direction } = casting
  const amount = scaleByLevel(spell.sp, spell.sp < 0 ? -spell.perLevel : spell.perLevel, casting)
  const players = isPlayer(by) ? playersAheadOf(by, direction || by.facing) : benefitingPlayers(casting)
  for (const player of players) {
    // Points beyond the maximum are lost, although they do damage on Crossfire's own server.
    player.sp = Math.max(0, amount < 0 ? player.sp + amount : refilledSp(player, amount))
    player.sendMessage(
      amount < 0 ? 'You lose spell points.' : 'You gain spell points.',
      messageTypes.spellSuccess,
    )
  }
  return players.length > 0
}

function refilledSp({ sp, stats: { maxSp } }: Player, amount: number): number {
  return Math.max(sp, Math.min(maxSp, sp + amount))
}

function playersAheadOf(player: Player, direction: Direction): readonly Player[] {
  const { x, y } = neighbourOf(player, direction)
  return player.level!.playersAt(x, y)
}

export function restoreSpellPoints(game: GameState, { sp }: EffectOf<'power'>, casting: SpellCast): boolean {
  const players = benefitingPlayers(casting)
  for (const player of players) {
    player.sp = refilledSp(player, rollInRange(game, sp))
    player.sendMessage('Your head clears.', messageTypes.spellSuccess)
  }
  return players.length > 0
}

export function curePoison(casting: SpellCast): boolean {
  const players = benefitingPlayers(casting)
  const cured = players.filter((player) => cancelEffect(player, 'poison'))
  if (cured.length === 0)
    for (const player of players) player.sendMessage('You are not poisoned.', messageTypes.spellFailure)
  return cured.length > 0
}

/** [CF-14.11] Creates food on the caster's cell. */
export function createFood(game: GameState, casting: SpellCast): boolean {
  const { by, words = '' } = casting
  if (!isPlayer(by)) return false
  const asked = words.toLowerCase().replace(/^of\s+/, '')
  const food: Archetype['id'] = creatableFoods.find((each) => each === asked) ?? creatableFoods[0]
  const level = by.level!
  const { x, y } = by
  // Things on a shop floor belong to the shop, so the caster would have to buy the food.
  if (!level.hasRoomForPile(x, y) || level.isShopFloor(x, y))
    return failSpell(by, 'There is no room for it here.')
  const made = putThing(game.createThing(food), { in: 'cell', level, x, y })
  by.sendMessage(`You pray, and ${made.archetype.name.one} appears.`, messageTypes.spellSuccess)
  return true
}
