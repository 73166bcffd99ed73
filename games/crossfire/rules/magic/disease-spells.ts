// Spells that cause diseases. [CF-22.15]

import { neighbourOf } from '../../model/definitions/directions.ts'
import type { Position } from '../../model/definitions/level-plan.ts'
import type { SpellEffect } from '../../model/definitions/spell.ts'
import { mapsAround } from '../../model/level/adjacent-maps.ts'
import { type GameState, isPlayer } from '../../model/state/game-state.ts'
import { definiteName, nameOf } from '../../model/things/thing.ts'
import { messageTypes } from '../../protocol/events/message-types.ts'
import { infect } from '../combat/diseases.ts'
import { foesAt } from '../combat/missiles.ts'
import type { SpellCast } from './spell-cast.ts'

/** Infects the first foe ahead. */
export function causeDisease(
  game: GameState,
  { diseaseId, range }: Extract<SpellEffect, { readonly type: 'disease' }>,
  { level, from, by, direction, skill, trap, to }: SpellCast,
): boolean {
  const disease = game.archetypes.disease?.(diseaseId)
  if (!disease) return false
  const around = mapsAround(game, level, by)
  const caster = isPlayer(by) ? by : undefined
  let at: Position = from
  for (let left = trap || to ? 0 : range; left >= 0; left--) {
    const cell = around.openCellAt(at.x, at.y)
    if (!cell) break
    const foe = foesAt(cell, by).at(-1)
    if (foe && infect(game, foe, disease, caster, skill)) {
      if (!isPlayer(foe))
        caster?.sendMessage(`You infect ${definiteName(nameOf(foe))}.`, messageTypes.spellSuccess)
      return true
    }
    if (foe || direction === 0) break
    at = neighbourOf(at, direction)
  }
  caster?.sendMessage('Nobody is infected.', messageTypes.spellFailure)
  return false
}
