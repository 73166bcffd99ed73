// [CF-22.20]

import { directions, neighbourOf } from '../../model/definitions/directions.ts'
import type { AuraSpell } from '../../model/definitions/spell.ts'
import { mapsAround } from '../../model/level/adjacent-maps.ts'
import { showFlash } from '../../model/level/flash-effects.ts'
import { type GameState, isPlayer, type Player } from '../../model/state/game-state.ts'
import { messageTypes } from '../../protocol/events/message-types.ts'
import { damageCell } from '../combat/missiles.ts'
import { counterSpells } from './area-spells.ts'
import { type SpellCast, scaleByLevel } from './spell-cast.ts'

/** An aura's effect is named by this prefix and the spell's id. The effect's strength is the damage plus 1. */
const effectPrefix = 'aura '
/** Ticks between two displays of an aura. */
const displayTicks = 4

/** Starts an aura, or extends the same aura if it is active already. */
export function startAura(game: GameState, id: string, spell: AuraSpell, casting: SpellCast): boolean {
  const { by } = casting
  if (!isPlayer(by)) return false
  const name = `${effectPrefix}${id}`
  const endsAt = game.clock + scaleByLevel(spell.seconds, spell.secondsPerLevel, casting) * 1000
  by.sendMessage(
    by.effects.has(name) ? 'The aura will last longer.' : 'An aura surrounds you.',
    messageTypes.goodEffect,
  )
  by.effects.set(name, { endsAt, strength: scaleByLevel(spell.damage, spell.damagePerLevel, casting) + 1 })
  by.markUnsaved()
  return true
}

export function tickAuras(game: GameState, player: Player): void {
  for (const [name, { endsAt, strength }] of player.effects) {
    if (!name.startsWith(effectPrefix)) continue
    const spell = game.archetypes.spell?.(name.slice(effectPrefix.length))
    if (endsAt <= game.clock || spell?.effect.type !== 'aura') {
      player.effects.delete(name)
      player.sendMessage('Your aura fades.', messageTypes.goodEffectOver)
      player.markUnsaved()
    } else actAround(game, player, spell.effect, spell.skill, strength - 1)
  }
}

function actAround(
  game: GameState,
  player: Player,
  { attack, counters, effectId }: AuraSpell,
  skill: string | undefined,
  damage: number,
): void {
  const around = mapsAround(game, player.level!, player)
  for (const way of directions) {
    const { x, y } = neighbourOf(player, way)
    const cell = around.openCellAt(x, y)
    if (!cell) continue
    if (counters) counterSpells(cell, player)
    if (damage > 0)
      damageCell(game, cell, { by: player, attack, ...(skill !== undefined && { skill }) }, damage)
    if (game.ticks % displayTicks === 0) showFlash(game, cell.level, cell, effectId)
  }
}

/** Undefined if the effect is not an aura. */
export function auraName(game: GameState, effect: string): string | undefined {
  return effect.startsWith(effectPrefix)
    ? game.archetypes.spell?.(effect.slice(effectPrefix.length))?.name
    : undefined
}
