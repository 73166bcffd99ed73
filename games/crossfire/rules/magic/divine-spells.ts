// [CF-22.16]

import { neighbourOf } from '../../model/definitions/directions.ts'
import { mapsAround } from '../../model/level/adjacent-maps.ts'
import { showFlash } from '../../model/level/flash-effects.ts'
import { godOf } from '../../model/players/faith.ts'
import { type GameState, isPlayer } from '../../model/state/game-state.ts'
import { changeArchetype, consumeThing } from '../../model/things/move-things.ts'
import { definiteName, nameOf } from '../../model/things/thing.ts'
import { messageTypes } from '../../protocol/events/message-types.ts'
import { startEffect } from '../vitals/timed-effects.ts'
import { type EffectOf, failSpell, firstFoeAhead, type SpellCast, scaleByLevel } from './spell-cast.ts'

const corpseType = 157

/** [CF-22.16] */
export function castCurse(game: GameState, spell: EffectOf<'curse'>, casting: SpellCast): boolean {
  const { by } = casting
  const foe = firstFoeAhead(game, spell.range, casting)
  if (!foe) return isPlayer(by) && failSpell(by, 'There is no one in that direction to curse.')
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
  if (!god) return failSpell(by, 'You follow no god to whom you could consecrate anything.')
  const altar = by.level!.topThingWithRole(by.x, by.y, 'altar')
  if (!altar) return failSpell(by, 'You are not standing at an altar.')
  if (Number(altar.archetype.attributes?.get('level') ?? 0) > level + levelsAbove)
    return failSpell(by, `You are not powerful enough to consecrate the ${nameOf(altar).one}.`)
  const consecrated = game.archetypes.altarOf?.(altar.archetype, god.name)
  if (!consecrated) return failSpell(by, 'You fail to consecrate the altar.')
  changeArchetype(altar, consecrated)
  by.sendMessage(`You consecrate the altar to ${god.name}.`, messageTypes.spellSuccess)
  return true
}

/** [CF-22.19] Uses up a body, but raises nobody. */
export function raiseDead(game: GameState, { by, level, from, direction }: SpellCast): boolean {
  if (!isPlayer(by)) return false
  const { x, y } = neighbourOf(from, direction || by.facing)
  const cell = mapsAround(game, level, by).cellAt(x, y)
  const body = cell?.level
    .thingsAt(cell.x, cell.y)
    .find(({ archetype, fixed }) => archetype.matchProperties?.type === corpseType && !fixed)
  if (!body) return failSpell(by, 'You need a body for this spell.')
  consumeThing(body)
  return failSpell(by, 'The soul cannot be reached.')
}
