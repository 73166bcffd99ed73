// [CF-22.2]

import type { Spell } from '../../model/definitions/spell.ts'
import { rollDie } from '../../model/state/dice.ts'
import { type GameState, isPlayer } from '../../model/state/game-state.ts'
import { messageTypes } from '../../protocol/events/message-types.ts'
import { castAreaSpell, castSmite } from './area-spells.ts'
import { startAura } from './aura-spells.ts'
import {
  castHeal,
  changeAbilities,
  createFood,
  curePoison,
  giveBonus,
  restoreSpellPoints,
  startTimedEffect,
  transferSpellPoints,
} from './beneficial-spells.ts'
import { castBolt, placeBomb } from './bolt-spells.ts'
import { causeDisease } from './disease-spells.ts'
import { castCurse, consecrateAltar, raiseDead } from './divine-spells.ts'
import { identifyItems, removeCurses, transmuteThings } from './item-spells.ts'
import { openPortal } from './portal-spells.ts'
import { placeRune, writeMark } from './rune-spells.ts'
import type { SpellCast } from './spell-cast.ts'
import { castSummon, createItems, createWall } from './summoning-spells.ts'
import {
  changeDarkness,
  chargeWand,
  describeSelf,
  destroyEarthWalls,
  detectThings,
  disarmTraps,
  probeMonster,
  showMagicMap,
  teleportAhead,
} from './utility-spells.ts'

/** Returns false if the spell had no effect. */
export function applySpellEffect(
  game: GameState,
  { effect, name, id }: Pick<Spell, 'effect' | 'name' | 'id'>,
  casting: SpellCast,
): boolean {
  const { by } = casting
  switch (effect.type) {
    case 'bolt':
      if (isPlayer(by)) by.sendMessage(`You cast ${name}.`, messageTypes.spellSuccess)
      castBolt(game, effect, casting)
      return true
    case 'bomb':
      return placeBomb(game, effect, casting)
    case 'wave':
      return castAreaSpell(game, effect, casting)
    case 'smite':
      return castSmite(game, effect, casting)
    case 'heal':
      return castHeal(game, effect, casting)
    case 'power':
      return restoreSpellPoints(game, effect, casting)
    case 'lasting':
      return startTimedEffect(game, effect, casting)
    case 'raise':
      return changeAbilities(effect, casting)
    case 'boon':
      return giveBonus(game, name, effect, casting)
    case 'cure':
      return curePoison(casting)
    case 'food':
      return createFood(game, casting)
    case 'summon':
      return castSummon(game, effect, casting)
    case 'wall':
      return createWall(game, effect, casting)
    case 'rune':
      return placeRune(game, effect, casting)
    case 'inscription':
      return writeMark(game, effect, casting)
    case 'disease':
      return causeDisease(game, effect, casting)
    case 'curse':
      return castCurse(game, effect, casting)
    case 'consecrate':
      return consecrateAltar(game, effect, casting)
    case 'resurrect':
      return raiseDead(game, casting)
    case 'alchemy':
      return transmuteThings(game, effect, casting)
    case 'aura':
      return startAura(game, id, effect, casting)
    case 'portal':
      return openPortal(game, effect, casting)
    case 'wonder':
      return castRandomSpell(game, effect.spellIds, casting)
    case 'mana':
      return transferSpellPoints(effect, casting)
    case 'daylight':
      return changeDarkness(effect, casting)
    case 'leap':
      return teleportAhead(game, effect, casting)
    case 'map':
      return showMagicMap(game, casting)
    case 'self':
      return describeSelf(game, casting)
    case 'disarm':
      return disarmTraps(casting)
    case 'detect':
      return detectThings(game, effect, casting)
    case 'make':
      return createItems(game, effect, casting)
    case 'dust':
      return destroyEarthWalls(game, effect, casting)
    case 'charge':
      return chargeWand(game, effect, casting)
    case 'probe':
      return probeMonster(game, effect, casting)
    case 'identify':
      return identifyItems(effect, casting)
    case 'uncurse':
      return removeCurses(effect, casting)
  }
}

/** [CF-22.10] Casts a random spell; an unsupported one is drawn again. */
function castRandomSpell(game: GameState, ids: readonly string[], casting: SpellCast): boolean {
  for (let left = maxWonders; left > 0; left--) {
    const spell = game.archetypes.spell?.(ids[rollDie(game, ids.length) - 1]!)
    if (spell && spell.effect.type !== 'wonder') return applySpellEffect(game, spell, casting)
  }
  return false
}
const maxWonders = 8
