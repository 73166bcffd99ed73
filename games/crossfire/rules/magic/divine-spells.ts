// [CF-22.16]

import { neighbourOf } from '../../model/definitions/directions.ts'
import type { SpellEffect } from '../../model/definitions/spell.ts'
import { mapsAround } from '../../model/level/adjacent-maps.ts'
import { showFlash } from '../../model/level/flash-effects.ts'
import { godOf } from '../../model/players/faith.ts'
import { type GameState, isPlayer, type Player } from '../../model/state/game-state.ts'
import { changeArchetype, consumeThing } from '../../model/things/move-things.ts'
import { definiteName, nameOf } from '../../model/things/thing.ts'
import { messageTypes } from '../../protocol/events/message-types.ts'
import { startEffect } from '../vitals/timed-effects.ts'
import { firstFoeAhead, type SpellCast, scaleByLevel } from './spell-cast.ts'

type EffectOf<D extends SpellEffect['type']> = Extract<SpellEffect, { readonly type: D }>

const corpseType = 157

/** [CF-22.16] */
export function castCurse(game: GameState, spell: EffectOf<'curse'>, casting: SpellCast): boolean {
  const { by } = casting
  const foe = firstFoeAhead(game, spell.range, casting)
  if (!foe) return isPlayer(by) && fail(by, 'There is no one in that direction to curse.')
  const ms = scaleByLevel(spell.seconds, spell.secondsPerLevel, casting) * 1000
  if (isPlayer(foe)) {
    startEffect(game, foe, 'cursed', ms, 1)
    showFlash(game, foe.level!, foe, spell.effectId)
    return true
  }
  if (!foe.life || foe.location?.in !== 'cell') return false
  foe.life.statusEffects ??= new Map()
  foe.life.statusEffects.set('cursed', game.clock + ms)
  showFlash(game, foe.location.level, foe.location, spell.effectId)
  if (isPlayer(by)) by.sendMessage(`You curse ${definiteName(nameOf(foe))}.`, messageTypes.spellSuccess)
  return true
}

/** [CF-22.17] */
export function consecrateAltar(
  game: GameState,
  { level }: EffectOf<'consecrate'>,
  { by, levelsAbove }: SpellCast,
): boolean {
  if (!isPlayer(by)) return false
  const god = godOf(by)
  if (!god) return fail(by, 'You follow no god to whom you could consecrate anything.')
  const altar = by.level!.topThingWithRole(by.x, by.y, 'altar')
  if (!altar) return fail(by, 'You are not standing at an altar.')
  if (Number(altar.archetype.attributes?.get('level') ?? 0) > level + levelsAbove)
    return fail(by, `You are not powerful enough to consecrate the ${nameOf(altar).one}.`)
  const consecrated = game.archetypes.altarOf?.(altar.archetype, god.name)
  if (!consecrated) return fail(by, 'You fail to consecrate the altar.')
  changeArchetype(altar, consecrated)
  by.sendMessage(`You consecrate the altar to ${god.name}.`, messageTypes.spellSuccess)
  return true
}

/** [CF-22.19] Raises no character. */
export function raiseDead(game: GameState, { by, level, from, direction }: SpellCast): boolean {
  if (!isPlayer(by)) return false
  const { x, y } = neighbourOf(from, direction || by.facing)
  const cell = mapsAround(game, level, by).cellAt(x, y)
  const body = cell?.level
    .thingsAt(cell.x, cell.y)
    .find(({ archetype, fixed }) => archetype.matchProperties?.type === corpseType && !fixed)
  if (!body) return fail(by, 'You need a body for this spell.')
  consumeThing(body)
  return fail(by, 'The soul cannot be reached.')
}

function fail(player: Player, text: string): false {
  player.sendMessage(text, messageTypes.spellFailure)
  return false
}
