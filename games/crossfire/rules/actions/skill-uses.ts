// [CF-14.16]

import { type Direction, neighbourOf } from '../../model/definitions/directions.ts'
import { spawnOf } from '../../model/level/spawns.ts'
import { createPlacedThing, tagCountOf } from '../../model/loading/level-loader.ts'
import { abilityBonus } from '../../model/players/ability-bonus.ts'
import { findSkill } from '../../model/players/characters.ts'
import { skillLevel } from '../../model/players/derived-stats.ts'
import { gainExperience } from '../../model/players/gain-experience.ts'
import { rollPercent } from '../../model/state/dice.ts'
import type { GameState, Player, Thing } from '../../model/state/game-state.ts'
import { putThing } from '../../model/things/move-things.ts'
import { isPackFull } from '../../model/things/pile-limits.ts'
import { definiteName, nameOf, nameWithArticle, subjectName, weightOf } from '../../model/things/thing.ts'
import { messageTypes } from '../../protocol/events/message-types.ts'
import { pickLock } from '../machines/locked-doors.ts'
import { teleportAhead } from '../magic/utility-spells.ts'
import { applyStatusToMonster } from '../vitals/status-effects.ts'
import { startEffect } from '../vitals/timed-effects.ts'

/**
 * Chance of success in percent: a base, plus an amount per skill level and per ability bonus, minus an amount per
 * target level.
 */
const chances = { base: 30, perLevel: 5, perBonus: 5, perTargetLevel: 4, min: 5, max: 95 } as const
/** Milliseconds: a base, plus an amount per level of the skill. */
const durations = { hide: 10_000, song: 20_000, speech: 120_000, perLevel: 2000 } as const
/** A meditation takes as long as a prayer. */
const meditationMicros = 1_200_000
/** Range of a jump in cells at level 0. */
const minJumpCells = 2
/** Levels of the skill for one more cell of a jump, or one more point of a meditation. */
const levelsPerBonus = 10

/** [CF-14.16] */
export function pickLockAhead(game: GameState, player: Player, skill: string, direction: Direction): void {
  const { x, y } = neighbourOf(player, direction)
  if (pickLock(player, x, y, () => rollPercent(game, chanceOf(player, skill, 'Dex', 0))))
    train(game, player, skill, 1)
}

/** [CF-14.16] Steals a thing from the creature ahead, which drops only its other things when it dies. */
export function stealAhead(game: GameState, player: Player, skill: string, direction: Direction): void {
  const victim = creatureAhead(player, direction)
  if (!victim) return player.sendMessage('There is nobody to steal from.', messageTypes.skillError)
  const level = levelOfCreature(victim)
  const stolen = victim.life!.stolen ?? new Set<number>()
  const held = (spawnOf(game, victim)?.birth.inside ?? [])
    .map((thing, place) => ({ thing, place }))
    .filter(({ thing, place }) => !stolen.has(place) && game.archetypes.get(thing.id).layer === 'item')
  const found = held[Math.floor(game.context.random() * held.length)]
  if (!found)
    return player.sendMessage(
      `${subjectName(nameOf(victim))} has nothing to steal.`,
      messageTypes.skillFailure,
    )
  if (!rollPercent(game, chanceOf(player, skill, 'Dex', level))) {
    victim.life!.targetTag = player.tag
    return player.sendMessage(`${subjectName(nameOf(victim))} notices you.`, messageTypes.skillFailure)
  }
  const tags = game.tags.allocateRange(tagCountOf(found.thing))
  const thing = createPlacedThing(game.archetypes, found.thing, undefined, tags)
  const { stats, carriedWeight } = player
  if (carriedWeight + weightOf(thing) > stats.weightLimit || isPackFull(player))
    return player.sendMessage('You cannot carry more.', messageTypes.skillFailure)
  victim.life!.stolen = stolen.add(found.place)
  player.level!.creaturesUnsaved = true
  putThing(thing, { in: 'pack', player })
  player.sendMessage(
    `You steal ${nameWithArticle(thing)} from ${definiteName(nameOf(victim))}.`,
    messageTypes.skillSuccess,
  )
  train(game, player, skill, level)
}

/** [CF-14.16] Hides the player from monsters for a time, or until the player attacks. */
export function hide(game: GameState, player: Player, skill: string): void {
  if (!rollPercent(game, chanceOf(player, skill, 'Dex', 0)))
    return player.sendMessage('You fail to hide.', messageTypes.skillFailure)
  startEffect(game, player, 'unseen', durations.hide + durations.perLevel * skillLevel(player, skill), 1)
  train(game, player, skill, 1)
}

/** [CF-14.16] Calms the monsters next to the player, except the undead. */
export function sing(game: GameState, player: Player, skill: string): void {
  player.sendMessage('You sing.', messageTypes.skillSuccess)
  const { level, x, y } = player
  const near = [...level!.creatures].filter(
    ({ location }) =>
      location?.in === 'cell' && Math.abs(location.x - x) <= 1 && Math.abs(location.y - y) <= 1,
  )
  for (const creature of near) calm(game, player, creature, skill, durations.song)
}

/** [CF-14.16] Calms the creature ahead for a longer time than a song. */
export function orate(game: GameState, player: Player, skill: string, direction: Direction): void {
  const listener = creatureAhead(player, direction)
  if (listener?.archetype.traits.role !== 'monster')
    return player.sendMessage('There is nobody to convince.', messageTypes.skillError)
  if (!calm(game, player, listener, skill, durations.speech))
    player.sendMessage(`${subjectName(nameOf(listener))} does not listen.`, messageTypes.skillFailure)
}

/** [CF-14.16] Restores points, unless the player wears armour that hampers spells. */
export function meditate(player: Player, skill: string): number {
  const worn = player.inventory.find(
    ({ applied, archetype: { traits } }) => applied && traits.role === 'armour' && traits.slot === 'body',
  )
  if (worn && worn.archetype.traits.role === 'armour' && (worn.archetype.traits.spellCostPercent ?? 0) > 0) {
    player.sendMessage(`You cannot meditate in ${definiteName(nameOf(worn))}.`, messageTypes.skillFailure)
    return meditationMicros
  }
  const points = 1 + Math.floor(skillLevel(player, skill) / levelsPerBonus)
  player.hp = Math.max(player.hp, Math.min(player.stats.maxHp, player.hp + points))
  player.sp = Math.max(player.sp, Math.min(player.stats.maxSp, player.sp + points))
  player.sendMessage('You meditate.', messageTypes.skillSuccess)
  return meditationMicros
}

/** [CF-14.16] Leaps over the ground and the things on it, up to the first obstacle. */
export function jump(game: GameState, player: Player, skill: string, direction: Direction): void {
  const range = minJumpCells + Math.floor(skillLevel(player, skill) / levelsPerBonus)
  const { x, y, level } = player
  const cast = { level: level!, from: { x, y }, by: player, direction, levelsAbove: 0, skill, words: '' }
  teleportAhead(game, { type: 'leap', range }, cast)
}

function calm(game: GameState, player: Player, creature: Thing, skill: string, ms: number): boolean {
  const { traits } = creature.archetype
  if (traits.role !== 'monster' || traits.undead) return false
  if (!rollPercent(game, chanceOf(player, skill, 'Cha', traits.level))) return false
  applyStatusToMonster(game, creature, {
    effect: 'calm',
    ms: ms + durations.perLevel * skillLevel(player, skill),
  })
  player.sendMessage(`${subjectName(nameOf(creature))} becomes peaceful.`, messageTypes.skillSuccess)
  train(game, player, skill, traits.level)
  return true
}

function chanceOf(player: Player, skill: string, ability: 'Dex' | 'Cha', targetLevel: number): number {
  const { base, perLevel, perBonus, perTargetLevel, min, max } = chances
  const gained =
    perLevel * skillLevel(player, skill) + perBonus * abilityBonus(player.stats.abilities[ability])
  return Math.min(max, Math.max(min, base + gained - perTargetLevel * targetLevel))
}

function creatureAhead(player: Player, direction: Direction): Thing | undefined {
  const { x, y } = neighbourOf(player, direction)
  return player.level!.creatureAt(x, y)
}

function levelOfCreature({ archetype: { traits } }: Thing): number {
  return traits.role === 'monster' ? traits.level : 1
}

function train(game: GameState, player: Player, skill: string, level: number): void {
  gainExperience(
    game,
    player,
    Math.max(1, (findSkill(player.characterRules, skill)?.experience ?? 0) * level),
    skill,
  )
}
