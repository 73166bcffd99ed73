// [CF-13]

import { combatStatsOf, type Monster } from '../../model/definitions/archetype.ts'
import type { AttackType, AttackTypes } from '../../model/definitions/attack-types.ts'
import type { StatusEffect } from '../../model/definitions/spell.ts'
import { showFlash } from '../../model/level/flash-effects.ts'
import { spawnOf } from '../../model/level/spawns.ts'
import { depleteAbility } from '../../model/players/depletion.ts'
import { meleeAttack, meleeSkill } from '../../model/players/derived-stats.ts'
import { loseExperience } from '../../model/players/gain-experience.ts'
import { playSoundAt } from '../../model/state/broadcast.ts'
import { rollPercent } from '../../model/state/dice.ts'
import { type GameState, isPlayer, type Player, type Thing } from '../../model/state/game-state.ts'
import { isFightable, setMood } from '../../model/things/moods.ts'
import { definiteName, nameOf, subjectName, withArticle } from '../../model/things/thing.ts'
import { messageTypes } from '../../protocol/events/message-types.ts'
import { blowSound, sounds } from '../../protocol/events/sounds.ts'
import { runScripts } from '../scripts/script-runner.ts'
import { damageMonster, damagePlayer } from '../vitals/apply-damage.ts'
import { applyStatusToPlayer, cursePenalty } from '../vitals/status-effects.ts'
import { cancelEffect, poisonMs, startEffect } from '../vitals/timed-effects.ts'
import {
  monsterResistance,
  playerResistance,
  racesOf,
  racesOfPlayer,
  resistanceAgainst,
  rollDamage,
  rollHit,
  slayingDamage,
} from './damage-rolls.ts'
import { infect } from './diseases.ts'

/** [CF-13.6] Percentage of hits that cause a condition, and its duration in milliseconds. */
const conditionChance = 30
const conditionMs = 5000
/** [CF-13.6] Poison has a different duration. */
const conditions: { readonly [type in AttackType]?: StatusEffect } = {
  confusion: 'confused',
  slow: 'slow',
  paralyze: 'held',
  fear: 'afraid',
  blind: 'blind',
}
const otherConditions: readonly AttackType[] = ['poison', 'drain', 'deplete']
/** [CF-13.6] Percentage of the experience that a draining hit costs. */
const drainedPercent = 2

/** [CF-13.1] Players, guards and pets hit monsters; monsters hit players and pets; any other pair does nothing. */
export function attackTarget(game: GameState, attacker: Player | Thing, target: Player | Thing): void {
  if (isPlayer(attacker)) {
    if (!isPlayer(target)) playerAttacks(game, attacker, target)
  } else if (isPlayer(target)) monsterAttacks(game, attacker, target)
  else creatureAttacks(game, attacker, target)
}

/** [CF-13.19] Whether the creature is a monster, or a peaceful creature that the player does not spare. */
export function isAttackable({ isPeaceful }: Player, creature: Thing): boolean {
  return creature.archetype.traits.role === 'monster' || (!isPeaceful && isFightable(creature))
}

function playerAttacks(game: GameState, player: Player, target: Thing): void {
  const { location } = target
  if (location?.in !== 'cell' || !isAttackable(player, target)) return
  const weapon = player.inventory.find(({ applied }) => applied === 'wielded')
  // [CF-23.1]
  if ([target, ...(weapon ? [weapon] : [])].some((each) => runScripts(game, player, each, 'attack'))) return
  setMood(target, 'angry')
  const { traits } = target.archetype
  if (traits.role !== 'monster') return
  const { wc, damage } = player.stats
  cancelEffect(player, 'unseen')
  cancelEffect(player, 'unseen_by_undead')
  // [CF-22.5]
  if (player.effects.has('afraid'))
    return player.sendMessage('You are too afraid to attack.', messageTypes.failure)
  const name = definiteName(nameOf(target))
  target.life!.targetTag = player.tag
  if (!rollHit(game, wc, traits.ac + cursePenalty(target, game.clock))) {
    player.sendMessage(`You miss ${name}.`, messageTypes.missed)
    return playSoundAt(location.level, location.x, location.y, sounds.miss)
  }
  const { attack, slaying } = meleeAttack(player)
  const most = slayingDamage(damage, slaying, racesOf(target))
  const dealt = rollDamage(game, most, monsterResistance(traits, attack))
  player.sendMessage(dealt > 0 ? `You hit ${name}.` : `You hit ${name} without effect.`, messageTypes.hit)
  playSoundAt(location.level, location.x, location.y, blowSound(dealt, damage))
  showFlash(game, location.level, location, 'hit')
  damageMonster(game, target, dealt, player, meleeSkill(player))
}

/** [CF-13.17] Kills by guards give no experience. [CF-22.11] Kills by a pet give experience to its master. */
function creatureAttacks(game: GameState, attacker: Thing, target: Thing): void {
  const [by, foe] = [blowOf(attacker), combatStatsOf(target.archetype)]
  if (!by || !foe || target.location?.in !== 'cell') return
  const { level, x, y } = target.location
  if (target.life) target.life.targetTag = attacker.tag
  const [wc, ac] = [by.wc + cursePenalty(attacker, game.clock), foe.ac + cursePenalty(target, game.clock)]
  if (!rollHit(game, wc, ac)) return playSoundAt(level, x, y, sounds.miss)
  const most = slayingDamage(by.damage, by.slaying, racesOf(target))
  const dealt = rollDamage(game, most, monsterResistance(foe, by.attack))
  playSoundAt(level, x, y, blowSound(dealt, by.damage))
  showFlash(game, level, target.location, 'hit')
  damageMonster(game, target, dealt, attacker)
}

type Blow = Pick<Monster, 'wc' | 'damage' | 'attack' | 'slaying'>
function blowOf({ archetype }: Thing): Blow | undefined {
  const { traits } = archetype
  return traits.role === 'person' && traits.guardStats
    ? { ...traits.guardStats, attack: ['physical'] }
    : combatStatsOf(archetype)
}

/** [CF-13.6] */
function causeConditions(game: GameState, player: Player, attack: AttackTypes): void {
  for (const type of attack) {
    const effect = conditions[type]
    if (effect === undefined && !otherConditions.includes(type)) continue
    const left = 100 - resistanceAgainst(player.stats, type)
    if (!rollPercent(game, (conditionChance * left) / 100)) continue
    if (type === 'poison') startEffect(game, player, 'poison', poisonMs, 1)
    else if (type === 'deplete') depleteAbility(game, player)
    else if (type === 'drain') loseExperience(player, { experiencePercent: drainedPercent })
    else applyStatusToPlayer(game, player, { effect: effect!, ms: conditionMs })
  }
}

/** [CF-22.15] A monster with a disease can infect a player whom it hits. */
function infectByBite(game: GameState, monster: Thing, player: Player): void {
  const carried = spawnOf(game, monster)?.birth.inside ?? []
  const diseases = [...carried.map(({ id }) => id), ...(monster.life?.diseases?.keys() ?? [])]
  for (const id of diseases) {
    const disease = game.archetypes.disease?.(id)
    if (disease && rollPercent(game, disease.contagionPercent)) infect(game, player, disease)
  }
}

function monsterAttacks(game: GameState, monster: Thing, player: Player): void {
  const { traits } = monster.archetype
  if (traits.role !== 'monster') return
  const name = subjectName(nameOf(monster))
  if (!rollHit(game, traits.wc + cursePenalty(monster, game.clock), player.stats.ac)) {
    return player.sendMessage(`${name} misses you.`, messageTypes.missed)
  }
  const most = slayingDamage(traits.damage, traits.slaying, racesOfPlayer(player))
  const dealt = rollDamage(game, most, playerResistance(player, traits.attack))
  if (dealt === 0) return player.sendMessage(`${name} hits you without effect.`, messageTypes.wasHit)
  player.sendMessage(`${name} hits you.`, messageTypes.wasHit)
  // Add the conditions before the damage, so that a death from the damage also ends the conditions.
  causeConditions(game, player, traits.attack)
  infectByBite(game, monster, player)
  damagePlayer(game, player, dealt, withArticle(nameOf(monster)))
}
