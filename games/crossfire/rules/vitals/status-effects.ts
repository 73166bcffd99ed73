// [CF-22.5]

import { combatStatsOf } from '../../model/definitions/archetype.ts'
import type { StatusEffect, StatusEffectSpec } from '../../model/definitions/spell.ts'
import { levelOf } from '../../model/players/levels.ts'
import { rollPercent } from '../../model/state/dice.ts'
import type { CreatureState, GameState, Player, Thing } from '../../model/state/game-state.ts'
import { blockActionsFor } from '../../model/time/action-timing.ts'
import { messageTypes } from '../../protocol/events/message-types.ts'
import { startEffect } from './timed-effects.ts'

/** Chance in percent that a spell affects its target; `perLevel` is subtracted for each level of the target. */
const successChance = { base: 85, perLevel: 2, min: 10 } as const
/** Maximum time for which one spell holds a player. */
const maxHoldMs = 6000

export function applyStatusToPlayer(game: GameState, player: Player, { effect, ms }: StatusEffectSpec): void {
  if (!rollSuccess(game, levelOf(player))) return
  if (effect === 'calm' || effect === 'berserk') return
  if (effect !== 'held') return startEffect(game, player, effect, ms, 1)
  player.sendMessage('You cannot move.', messageTypes.badEffect)
  blockActionsFor(player, Math.min(maxHoldMs, ms), game.context.now())
}

export function applyStatusToMonster(
  game: GameState,
  { life, archetype }: Thing,
  { effect, ms }: StatusEffectSpec,
): void {
  const fighter = combatStatsOf(archetype)
  if (!life || !fighter || !rollSuccess(game, fighter.level)) return
  life.statusEffects ??= new Map()
  life.statusEffects.set(effect, Math.max(life.statusEffects.get(effect) ?? 0, game.clock + ms))
}

/** [CF-22.5] Whether a condition or a charm affects a target of that level. */
export function rollSuccess(game: GameState, level: number): boolean {
  return rollPercent(game, Math.max(successChance.min, successChance.base - successChance.perLevel * level))
}

/** [CF-22.16] The points by which a curse worsens the creature's `ac` and `wc`. */
export function cursePenalty({ life }: Thing, clock: number): number {
  return life && hasStatus(life, 'cursed', clock) ? 1 : 0
}

export function hasStatus({ statusEffects }: CreatureState, ail: StatusEffect, clock: number): boolean {
  return (statusEffects?.get(ail) ?? 0) > clock
}
