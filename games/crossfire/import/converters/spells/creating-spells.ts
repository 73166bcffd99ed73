// [CF-22.7] [CF-22.8] [CF-22.13]
import type { GodServant, SpellEffect } from '../../../model/definitions/spell.ts'
import { archetypePrefix } from '../../attributes/archetype-id.ts'
import type { ObjectAttributes } from '../../attributes/object-attributes.ts'
import { builtinEffects, spellEffectOf } from './spell-effects.ts'
import { spellSubtypeOf, spellSubtypes } from './spell-subtypes.ts'
import { levelScaling, maxEffectSeconds, spellSecondsOf } from './spell-values.ts'

/** Object type of floors. */
const floorType = 67

/** [CF-22.7] Values of the spell's `race`. */
const servants: readonly GodServant[] = ['avatar', 'holy servant']
const godsAllies = 'GODCULTMON'

/**
 * [CF-22.7] Converts a spell that summons the named creature, or a creature of its treasure list up to the spell's
 * level. A spell whose `other_arch` is fog is converted to a wall.
 */
export function parseSummoning(attributes: ObjectAttributes): SpellEffect | undefined {
  const other = attributes.other(attributes.text('other_arch') ?? '')
  if (other && other.type === floorType && !other.isMonster) return parseWall(attributes)
  const [named, list] = [attributes.text('other_arch'), attributes.text('randomitems')]
  const seconds = Math.min(300, Math.max(30, spellSecondsOf(attributes, 500)))
  const summons = {
    ...{ type: 'summon' as const, seconds, count: 1 },
    ...(attributes.flag('attack_movement') && { stays: true as const }),
    ...(spellSubtypeOf(attributes) === spellSubtypes.golem &&
      attributes.flag('dam') && {
        hp: { base: attributes.intWithin('dam', 1, 10_000), perLevel: levelScaling(attributes) },
      }),
  }
  const race = attributes.text('race')
  const { level } = attributes
  const servant = servants.find((each) => each === race)
  if (servant && named === undefined) {
    const perLevel = 1 / attributes.intWithin('duration_modifier', 1, 1000, 1)
    const hp = { base: attributes.intWithin('duration', 0, 10_000), perLevel, isExtra: true as const }
    return { ...summons, archetypeIds: [], hp, fromGod: servant }
  }
  if (race === godsAllies) return { ...summons, archetypeIds: [], fromGod: { allies: true, level } }
  const names = list === undefined ? [named ?? ''] : attributes.listed(list, level)
  // If the treasure lists are not loaded, the spell is assumed to be supported.
  if (!names) return { ...summons, archetypeIds: [] }
  const calls = names.filter((name) => attributes.other(name)?.isMonster)
  return calls.length > 0
    ? { ...summons, archetypeIds: calls.map((name) => `${archetypePrefix}${name}`) }
    : undefined
}

const runeType = 154
const anyRune = 'generic_rune'

/** [CF-22.13] */
export function parseRune(attributes: ObjectAttributes): SpellEffect | undefined {
  const own = attributes.text('other_arch')
  const rune = own ?? anyRune
  if (attributes.other(rune)?.type !== runeType) return undefined
  return {
    ...{ type: 'rune', archetypeId: `${archetypePrefix}${rune}` },
    ...(own === undefined && { namesSpell: true as const }),
  }
}

/** Object type of walls that attacks can destroy. */
const breakableType = 45
const eightDirections = [1, 2, 3, 4, 5, 6, 7, 8] as const

/** [CF-22.8] The walls that the spell builds, by direction; undefined if it places effects instead. */
function builtWalls(attributes: ObjectAttributes): readonly string[] | undefined {
  const lays = attributes.text('other_arch')
  const breaks = lays !== undefined && attributes.other(lays)?.type === breakableType
  const named = breaks ? lays : attributes.text('race')
  const names = eightDirections.map((direction) => named?.replace('%d', String(direction)) ?? '')
  return names.every((name) => attributes.other(name))
    ? names.map((name) => `${archetypePrefix}${name}`)
    : undefined
}

/** [CF-22.8] A wall of fire or frost has the spell's damage. A wall of lava has the damage of its own archetype. */
export function parseWall(attributes: ObjectAttributes): SpellEffect | undefined {
  const builds = builtWalls(attributes)
  const size = {
    seconds: Math.min(maxEffectSeconds, Math.max(5, spellSecondsOf(attributes, 100))),
    sideCells: attributes.intWithin('range', 0, 10),
  }
  if (builds) return { type: 'wall', effectId: builtinEffects.burst, builds, ...size }
  const lays = attributes.text('other_arch')
  if (lays === undefined || !attributes.other(lays)) return undefined
  const hurts = attributes.flag('dam') && attributes.flag('attacktype')
  const ownDamage: readonly (readonly [string, string])[] = hurts
    ? [
        ['attacktype', String(attributes.int('attacktype'))],
        ['dam', String(attributes.intWithin('dam', 0, 500))],
        ['speed', '0.5'],
      ]
    : []
  const effectId = spellEffectOf(attributes, builtinEffects.burst, lays, ownDamage)
  return { type: 'wall', effectId, ...size }
}
