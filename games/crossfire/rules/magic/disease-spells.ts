// [CF-22.15]

import { type GameState, isPlayer } from '../../model/state/game-state.ts'
import { definiteName, nameOf } from '../../model/things/thing.ts'
import { messageTypes } from '../../protocol/events/message-types.ts'
import { infect } from '../combat/diseases.ts'
import { type EffectOf, failSpell, firstFoeAhead, type SpellCast } from './spell-cast.ts'

export function causeDisease(
  game: GameState,
  { diseaseId, range }: EffectOf<'disease'>,
  casting: SpellCast,
): boolean {
  const { by, skill } = casting
  const disease = game.archetypes.disease?.(diseaseId)
  if (!disease) return false
  const caster = isPlayer(by) ? by : undefined
  const foe = firstFoeAhead(game, range, casting)
  if (foe && infect(game, foe, disease, caster, skill)) {
    if (!isPlayer(foe))
      caster?.sendMessage(`You infect ${definiteName(nameOf(foe))}.`, messageTypes.spellSuccess)
    return true
  }
  return caster !== undefined && failSpell(caster, 'Nobody is infected.')
}
