// Melee combat. [CF-13]

import { showFlash } from '../../model/level/flash-effects.ts'
import { meleeSkill, wieldedWeapon } from '../../model/players/derived-stats.ts'
import { playSoundAt } from '../../model/state/broadcast.ts'
import { rollPercent } from '../../model/state/dice.ts'
import { type GameState, isPlayer, type Player, type Thing } from '../../model/state/game-state.ts'
import { nameOf } from '../../model/things/thing.ts'
import { messageTypes } from '../../protocol/events/message-types.ts'
import { blowSound, sounds } from '../../protocol/events/sounds.ts'
import { damageMonster, damagePlayer } from '../vitals/apply-damage.ts'
import { cancelEffect, poisonMs, startEffect } from '../vitals/timed-effects.ts'
import { monsterResistance, playerResistance, rollDamage, rollHit } from './damage-rolls.ts'

/** [CF-13.6] Chance in percent that a poisonous bite poisons. */
const poisonChance = 30

/** [CF-13.1] One blow: players and guards hit monsters, monsters hit players. Other combinations do nothing. */
export function attackTarget(game: GameState, attacker: Player | Thing, target: Player | Thing): void {
  if (isPlayer(attacker)) {
    if (!isPlayer(target)) playerAttacks(game, attacker, target)
  } else if (isPlayer(target)) monsterAttacks(game, attacker, target)
  else guardAttacks(game, attacker, target)
}

function playerAttacks(game: GameState, player: Player, target: Thing): void {
  const { traits } = target.archetype
  const { location } = target
  if (traits.role !== 'monster' || location?.in !== 'cell') return
  const { wc, damage } = player.stats
  cancelEffect(player, 'unseen')
  // [CF-22.5]
  if (player.effects.has('afraid'))
    return player.sendMessage('You are too afraid to attack.', messageTypes.failure)
  const name = nameOf(target).one
  target.life!.targetTag = player.tag
  if (!rollHit(game, wc, traits.ac)) {
    player.sendMessage(`You miss the ${name}.`, messageTypes.missed)
    return playSoundAt(location.level, location.x, location.y, sounds.miss)
  }
  const dealt = rollDamage(
    game,
    damage,
    monsterResistance(traits, wieldedWeapon(player)?.attack ?? 'physical'),
  )
  player.sendMessage(
    dealt > 0 ? `You hit the ${name}.` : `You hit the ${name} without effect.`,
    messageTypes.hit,
  )
  playSoundAt(location.level, location.x, location.y, blowSound(dealt, damage))
  showFlash(game, location.level, location, 'hit')
  damageMonster(game, target, dealt, player, meleeSkill(player))
}

/** [CF-13.17] Kills by guards give no experience. */
function guardAttacks(game: GameState, guardian: Thing, monster: Thing): void {
  const [{ traits: by }, { traits: foe }] = [guardian.archetype, monster.archetype]
  if (by.role !== 'person' || !by.guardStats || foe.role !== 'monster' || monster.location?.in !== 'cell')
    return
  const { level, x, y } = monster.location
  if (!rollHit(game, by.guardStats.wc, foe.ac)) return playSoundAt(level, x, y, sounds.miss)
  const dealt = rollDamage(game, by.guardStats.damage, monsterResistance(foe, 'physical'))
  playSoundAt(level, x, y, blowSound(dealt, by.guardStats.damage))
  showFlash(game, level, monster.location, 'hit')
  damageMonster(game, monster, dealt)
}

function monsterAttacks(game: GameState, monster: Thing, player: Player): void {
  const { traits } = monster.archetype
  if (traits.role !== 'monster') return
  const name = nameOf(monster).one
  if (!rollHit(game, traits.wc, player.stats.ac)) {
    return player.sendMessage(`The ${name} misses you.`, messageTypes.missed)
  }
  const resists = playerResistance(player, traits.attack)
  const dealt = rollDamage(game, traits.damage, resists)
  if (dealt === 0) return player.sendMessage(`The ${name} hits you without effect.`, messageTypes.wasHit)
  player.sendMessage(`The ${name} hits you.`, messageTypes.wasHit)
  const poisons = traits.attack === 'poison' && rollPercent(game, (poisonChance * (100 - resists)) / 100)
  // Poison before damage: death ends all effects, and poison added afterwards would stay.
  if (poisons) startEffect(game, player, 'poison', poisonMs, 1)
  damagePlayer(game, player, dealt, `a ${name}`)
}
