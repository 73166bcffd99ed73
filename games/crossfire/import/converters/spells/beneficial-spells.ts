// [CF-22.6]
import { abilityNames } from '../../../model/definitions/character.ts'
import type { SpellEffect, StatBonuses, TimedEffectName } from '../../../model/definitions/spell.ts'
import { parseAttacks, parseResistances, statusEffectOfAttack } from '../../attributes/attack-types.ts'
import type { ObjectAttributes } from '../../attributes/object-attributes.ts'
import { parseCone } from './attack-spells.ts'
import { builtinEffects, spellEffectOf } from './spell-effects.ts'
import { createTimedEffectSpell, maxEffectSeconds, spellSecondsOf } from './spell-values.ts'

const cures: readonly (readonly [bit: number, ill: TimedEffectName])[] = [
  [1024, 'poison'],
  [32, 'confused'],
  [2048, 'slow'],
  [16_384, 'afraid'],
  [4_194_304, 'blind'],
  [65_536, 'depletion'],
]

/** The `attacktype` bit of diseases. */
export const cureDiseaseBit = 33_554_432

/** [CF-22.6] */
export function parseCures(attacktype: number): readonly TimedEffectName[] {
  return cures.filter(([bit]) => (attacktype & bit) !== 0).map(([, ill]) => ill)
}

/**
 * `hp` is a number of six-sided dice, and `dam` is added to their sum. `last_sp` is the number of spell points, and
 * `attacktype` the ailments that the spell cures.
 */
export function parseHealing(attributes: ObjectAttributes): SpellEffect | undefined {
  const [dice, dam] = [attributes.intWithin('hp', 0, 100), attributes.intWithin('dam', 0, 9999)]
  const [sp, food] = [attributes.intWithin('last_sp', 0, 9999), attributes.intWithin('food', 0, 999)]
  const ended = parseCures(attributes.int('attacktype'))
  const curesDiseases = (attributes.int('attacktype') & cureDiseaseBit) !== 0
  const isCure = ended.length > 0 || curesDiseases
  if (dice + dam + sp + food === 0 && !isCure) return undefined
  return {
    ...{ type: 'heal', hp: [dice + dam, 6 * dice + dam], perLevel: dice > 0 ? dice : 0 },
    ...(sp > 0 && { sp }),
    ...(food > 0 && { food }),
    ...(ended.length > 0 && { cures: ended }),
    ...(curesDiseases && { curesDiseases: { level: attributes.level } }),
  }
}

/** [CF-22.6] Undefined if the spell gives neither levitation nor sight through walls. */
export function unearthlyEffect(attributes: ObjectAttributes, seconds: number): SpellEffect | undefined {
  if (attributes.flag('xrays')) return createTimedEffectSpell('seeing_through', seconds)
  return attributes.text('move_type')?.includes('fly')
    ? createTimedEffectSpell('levitating', seconds)
    : undefined
}

/** [CF-22.6] Undefined if the spell changes no stat of this world. */
export function parseBuff(attributes: ObjectAttributes): SpellEffect | undefined {
  const attacktype = attributes.int('attacktype')
  const ail = statusEffectOfAttack(attacktype)
  const given: StatBonuses = {
    ...convertBonuses(attributes),
    ...(attributes.flag('hp') && { hpRegeneration: attributes.intWithin('hp', 1, 10) }),
    ...(attacktype !== 0 && !ail && { attack: parseAttacks(attacktype) }),
  }
  const gives = Object.keys(given).length > 0 ? given : undefined
  // A confusion spell affects targets in a cone in front of the caster.
  if (!gives && ail) return parseCone(attributes, false)
  if (!gives && attributes.flag('can_see_in_dark'))
    return {
      ...createTimedEffectSpell('light', spellSecondsOf(attributes, 500)),
      strength: 3,
      maxStrength: 3,
    }
  if (!gives) return unearthlyEffect(attributes, spellSecondsOf(attributes, 500))
  return {
    type: 'boon',
    bonuses: gives,
    seconds: Math.min(maxEffectSeconds, Math.max(30, spellSecondsOf(attributes, 500))),
    secondsPerLevel: 2,
  }
}

/** Undefined if the attributes give no bonus that this server supports. */
export function convertBonuses(attributes: ObjectAttributes): StatBonuses | undefined {
  const added = abilityNames
    .filter((name) => attributes.flag(name))
    .map((name) => [name, attributes.intWithin(name, -10, 10)] as const)
  const resists = parseResistances(attributes)
  const gives: StatBonuses = {
    ...(added.length > 0 && { abilities: Object.fromEntries(added) }),
    ...(Object.keys(resists).length > 0 && { resists }),
    ...(attributes.flag('resist_physical') && { armour: attributes.intWithin('resist_physical', -100, 100) }),
    ...(attributes.flag('ac') && { ac: attributes.intWithin('ac', -20, 20) }),
    ...(attributes.flag('wc') && { wc: attributes.intWithin('wc', -20, 20) }),
    // Each point of `exp` is a tenth of an action per tick.
    ...(attributes.flag('exp') && { speed: attributes.intWithin('exp', -5, 5) / 10 }),
  }
  return Object.keys(gives).length > 0 ? gives : undefined
}

export function parseDetection(attributes: ObjectAttributes): SpellEffect | undefined {
  const what = attributes.flag('known_magical')
    ? 'magic'
    : attributes.flag('known_cursed')
      ? 'curse'
      : attributes.flag('make_invisible')
        ? 'unseen'
        : attributes.flag('monster') || attributes.text('race') !== undefined
          ? 'monster'
          : undefined
  if (!what) return undefined
  return {
    type: 'detect',
    target: what,
    range: attributes.intWithin('range', 1, 15, 12),
    effectId: spellEffectOf(attributes, builtinEffects.heal),
  }
}
