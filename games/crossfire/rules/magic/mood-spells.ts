// [CF-22.12]

import { combatStatsOf } from '../../model/definitions/archetype.ts'
import type { AreaSpell } from '../../model/definitions/spell.ts'
import { spawnOf } from '../../model/level/spawns.ts'
import { addPet } from '../../model/players/pets.ts'
import { type GameState, isPlayer, type Player, type Thing } from '../../model/state/game-state.ts'
import { changeArchetype, removeThing } from '../../model/things/move-things.ts'
import { nameOf, subjectName } from '../../model/things/thing.ts'
import { messageTypes } from '../../protocol/events/message-types.ts'
import { scheduleRespawn } from '../vitals/apply-damage.ts'
import { applyStatusToMonster, hasStatus, rollSuccess } from '../vitals/status-effects.ts'
import type { SpellCast } from './spell-cast.ts'

/** [CF-22.12] The monster's map counts the monster as killed. */
export function castCharm(
  game: GameState,
  foe: Player | Thing,
  { level }: { readonly level: number },
  { by, levelsAbove, skill }: SpellCast,
): boolean {
  if (!isPlayer(by) || isPlayer(foe) || !foe.life || foe.location?.in !== 'cell') return false
  const stats = combatStatsOf(foe.archetype)
  const tame = game.archetypes.tamed?.(foe.archetype.id)
  if (!stats || !tame || stats.level > level + levelsAbove || !rollSuccess(game, stats.level)) return false
  const { location, life } = foe
  const origin = spawnOf(game, foe)
  if (!addPet(game, by, tame.id, { ...life, actionPoints: 0 }, location, skill)) return false
  removeThing(foe)
  location.level.creaturesUnsaved = true
  if (origin) scheduleRespawn(game, origin.level, life.spawnIndex)
  by.sendMessage(`${subjectName(nameOf(foe))} serves you now.`, messageTypes.pet)
  return true
}

const notAsleep: ReadonlyMap<string, string> = new Map([['sleep', '0']])

/** Time for which a creature attacks everybody, in milliseconds of the world clock. */
const berserkMs = 60_000

/** [CF-22.12] A creature provoked against the caster wakes, is no longer calm, and pursues the caster. */
export function castProvoke(
  game: GameState,
  foe: Player | Thing,
  { level, against }: NonNullable<AreaSpell['provokes']>,
  { by, levelsAbove }: SpellCast,
): boolean {
  if (!isPlayer(by) || isPlayer(foe) || !foe.life) return false
  const stats = combatStatsOf(foe.archetype)
  if (!stats || stats.level > level + levelsAbove) return false
  if (against === 'everybody') {
    applyStatusToMonster(game, foe, { effect: 'berserk', ms: berserkMs })
    return hasStatus(foe.life, 'berserk', game.clock)
  }
  if (!rollSuccess(game, stats.level)) return false
  foe.life.statusEffects?.delete('calm')
  const { archetype } = foe
  const awake = archetype.attributes?.has('sleep') && game.archetypes.improved?.(archetype, notAsleep)
  if (awake) changeArchetype(foe, awake)
  foe.life.targetTag = by.tag
  return true
}
