// [CF-15.4]

import type { Traits } from '../../model/definitions/archetype.ts'
import type { Ability } from '../../model/definitions/character.ts'
import { findSkill } from '../../model/players/characters.ts'
import { skillLevel } from '../../model/players/derived-stats.ts'
import { hasSkill, knowsSkill } from '../../model/players/skills.ts'
import { rollPercent } from '../../model/state/dice.ts'
import type { GameState, Player, Thing } from '../../model/state/game-state.ts'
import {
  changeOneOfPile,
  consumeThing,
  markThingChanged,
  outermostLocation,
  putThing,
  takeFromPile,
} from '../../model/things/move-things.ts'
import { canSplit } from '../../model/things/pile-limits.ts'
import { nameOf } from '../../model/things/thing.ts'
import { useUp } from '../../model/things/use-up.ts'
import { spendActionTime } from '../../model/time/action-timing.ts'
import { describeTime } from '../../model/time/time-of-day.ts'
import { messageTypes } from '../../protocol/events/message-types.ts'
import { sounds } from '../../protocol/events/sounds.ts'
import { playerResistance, rollDamage } from '../combat/damage-rolls.ts'
import { performSpell } from '../magic/casting.ts'
import { requireSpell } from '../magic/spells.ts'
import { damagePlayer } from '../vitals/apply-damage.ts'
import { addFood, eatFood } from '../vitals/regeneration.ts'
import { buildOrDestroy } from './items/build.ts'
import { improveItem } from './items/improve-items.ts'
import { trainReading } from './items/read-book.ts'
import { transformMarkedItem } from './items/transform.ts'
import { pray } from './use-skills.ts'

/** [CF-25.9] */
const cursedPotionDamage = 20

type TraitsOf<R extends Traits['role']> = Extract<Traits, { readonly role: R }>

/** `thing` must be within reach and paid for. Tells the player if the thing has no use. */
export function useThing(game: GameState, player: Player, thing: Thing): void {
  const { traits } = thing.archetype
  switch (traits.role) {
    case 'food':
      return eatFood(game, player, thing)
    case 'potion':
      return drinkPotion(game, player, thing, traits)
    case 'scroll':
      return readScroll(game, player, thing, traits.spell, traits.level)
    case 'spellbook':
      return studySpellbook(game, player, thing, traits.spell)
    case 'torch':
      return toggleTorch(game, player, thing, traits)
    case 'lesson':
      if (!findSkill(player.characterRules, traits.skill))
        return player.sendMessage(`You cannot use the ${nameOf(thing).one}.`, messageTypes.applyError)
      return readLesson(game, player, thing, traits.skill)
    case 'crystal':
      return useCrystal(game, player, thing, traits.capacity)
    case 'improvement':
      return improveItem(game, player, thing, traits)
    case 'transformer':
      return transformMarkedItem(game, player, thing, traits)
    case 'builder':
      return buildOrDestroy(game, player, traits.action)
    case 'lighter':
      return strikeLight(game, player)
    case 'altar':
      // [CF-14.14] A prayer that an applied altar causes takes as long as any other.
      return spendActionTime(player, pray(game, player, thing), game.context.now())
    case 'bed':
      return restInBed(player, thing)
    case 'clock':
      return player.sendMessage(describeTime(game.context.now()), messageTypes.applied)
    case 'fountain':
      return player.sendMessage('You drink cold, clear water.', messageTypes.applied)
    default:
      return player.sendMessage(
        `You do not know what to do with the ${nameOf(thing).one}.`,
        messageTypes.applyError,
      )
  }
}

/** [CF-15.4] */
function drinkPotion(
  game: GameState,
  player: Player,
  potion: Thing,
  { spell, food, levelsAbove = 0, harmful }: TraitsOf<'potion'>,
): void {
  player.sendMessage(`You drink the ${nameOf(potion).one}.`, messageTypes.applied)
  useUp(game, potion)
  addFood(player, food)
  if (harmful) return scaldDrinker(game, player)
  performSpell(game, player, requireSpell(spell, game.archetypes), player.facing, levelsAbove)
}

/** [CF-25.9] */
function scaldDrinker(game: GameState, player: Player): void {
  player.sendMessage('It burns like fire!', messageTypes.wasHit)
  damagePlayer(
    game,
    player,
    rollDamage(game, cursedPotionDamage, playerResistance(player, ['fire'])),
    'a cursed potion',
  )
}

/** [CF-14.15] A scroll works once, for any reader, and costs no spell points. */
function readScroll(game: GameState, player: Player, scroll: Thing, id: string, level: number): void {
  const spell = requireSpell(id, game.archetypes)
  player.sendMessage(`You read the ${nameOf(scroll).one}, and it falls to dust.`, messageTypes.applied)
  consumeThing(scroll)
  trainReading(game, player, scroll)
  performSpell(game, player, spell, player.facing, Math.max(0, level - spell.level))
}

/** [CF-14.15] A book is used up only by a reader who can learn from it. */
function studySpellbook(game: GameState, player: Player, book: Thing, id: string): void {
  const { name, skill, level, grace } = requireSpell(id, player.archetypes)
  if (skill === undefined || player.spells.has(id)) {
    return player.sendMessage(`You already know ${name}.`, messageTypes.applyFailure)
  }
  if (!hasSkill(player, skill))
    return player.sendMessage(`You need the skill ${skill}.`, messageTypes.skillMissing)
  if (Math.max(1, skillLevel(player, skill)) < level) {
    return player.sendMessage(
      `It is too hard for you: it needs ${skill} at level ${level}.`,
      messageTypes.applyFailure,
    )
  }
  consumeThing(book)
  const reading = book.archetype.attributes?.get('skill')
  const percent = 5 * (reading === undefined ? 0 : skillLevel(player, reading))
  if (!learns(game, player, grace > 0 ? 'Wis' : 'Int', percent))
    return player.sendMessage(`You fail to learn ${name}.`, messageTypes.spellFailure)
  player.spells.add(id)
  trainReading(game, player, book)
  player.markUnsaved()
  player.sendMessage(`You learn ${name}.`, messageTypes.spellSuccess)
  player.playSound(sounds.learnSpell)
}

/** [CF-21.9] */
function readLesson(game: GameState, player: Player, lesson: Thing, skill: string): void {
  if (knowsSkill(player, skill))
    return player.sendMessage(`You already know ${skill}.`, messageTypes.applyFailure)
  consumeThing(lesson)
  if (!learns(game, player, 'Int'))
    return player.sendMessage(`You fail to learn ${skill}.`, messageTypes.skillFailure)
  player.skillsByTool.delete(skill)
  player.skills.set(skill, player.skills.get(skill) ?? 0)
  player.markUnsaved()
  player.sendMessage(`You learn ${skill}.`, messageTypes.skillSuccess)
}

/** [CF-25.13] */
function learns(game: GameState, { characterRules, stats }: Player, ability: Ability, bonus = 0): boolean {
  const chance = characterRules.formulas.learnPercent?.(stats.abilities[ability])
  return chance === undefined || rollPercent(game, chance + bonus)
}

/**
 * [CF-21.9] A player with full spell points stores half of them in the crystal. Otherwise the player takes the missing
 * points from the crystal.
 */
function useCrystal({ tags }: GameState, player: Player, crystal: Thing, holds: number): void {
  const kept = crystal.charges ?? 0
  const lacks = player.stats.maxSp - player.sp
  const laid = lacks <= 0 ? Math.min(holds - kept, Math.floor(player.sp / 2)) : -Math.min(lacks, kept)
  if (laid === 0)
    return player.sendMessage(`The ${nameOf(crystal).one} does nothing.`, messageTypes.applyFailure)
  if (!requireRoomToSplit(player, crystal)) return
  player.sp -= laid
  changeOneOfPile(tags, crystal, (one) => {
    one.charges = kept + laid
  })
  player.markUnsaved()
  player.sendMessage(
    laid > 0 ? 'You store spell points in it.' : 'You take spell points from it.',
    messageTypes.applied,
  )
}

/** [CF-16.4] Tells the player if there is no room. */
function requireRoomToSplit(player: Player, pile: Thing): boolean {
  if (canSplit(pile)) return true
  const text = pile.location?.in === 'pack' ? 'You cannot carry more things.' : 'There is no room here.'
  player.sendMessage(text, messageTypes.applyError)
  return false
}

/** [CF-15.11] Lights one torch of the pile, or puts out the lit one. */
function toggleTorch(game: GameState, player: Player, torch: Thing, { burnTicks }: TraitsOf<'torch'>): void {
  const { location } = torch
  if (location?.in !== 'pack') return player.sendMessage('Pick it up first.', messageTypes.applyError)
  if (torch.applied) {
    torch.applied = undefined
    markThingChanged(torch)
    return player.sendMessage(`You put out the ${nameOf(torch).one}.`, messageTypes.unapplied)
  }
  if (!requireRoomToSplit(player, torch)) return
  const one = takeFromPile(game.tags, torch, 1)
  one.applied = 'active'
  one.burns ??= burnTicks
  putThing(one, location)
  player.sendMessage(`You light the ${nameOf(one).one}.`, messageTypes.applied)
}

/** [CF-21.12] */
function strikeLight(game: GameState, player: Player): void {
  const marked = player.markedTag === undefined ? undefined : player.findCarried(player.markedTag)
  if (marked?.archetype.traits.role !== 'torch' || marked.applied || marked.unpaid)
    return player.sendMessage('Mark an unlit torch or lamp first.', messageTypes.applyFailure)
  toggleTorch(game, player, marked, marked.archetype.traits)
}

/** [CF-13.13] */
function restInBed(player: Player, bed: Thing): void {
  const where = outermostLocation(bed)
  if (where?.in !== 'cell') return
  player.respawnPoint = { level: where.level.name, x: where.x, y: where.y }
  player.markUnsaved()
  player.sendMessage('You rest for a while. If you die, you respawn here.', messageTypes.saved)
}
