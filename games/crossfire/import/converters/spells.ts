// [CF-22.1]
import type { Traits } from '../../model/definitions/archetype.ts'
import type { BoltSpell, Spell, SpellEffect } from '../../model/definitions/spell.ts'
import { archetypePrefix } from '../attributes/archetype-id.ts'
import { parseAttacks } from '../attributes/attack-types.ts'
import type { ObjectAttributes } from '../attributes/object-attributes.ts'
import { diseaseObjectType } from './diseases.ts'
import {
  parseAura,
  parseBomb,
  parseBullet,
  parseCone,
  parseProjectile,
  spellEffectObjectType,
} from './spells/attack-spells.ts'
import { parseBuff, parseDetection, parseHealing } from './spells/beneficial-spells.ts'
import { parseRune, parseSummoning, parseWall } from './spells/creating-spells.ts'
import { builtinEffects, spellEffectOf } from './spells/spell-effects.ts'
import { spellSubtypeOf, spellSubtypes } from './spells/spell-subtypes.ts'
import {
  createTimedEffectSpell,
  durationSecondsPerLevel,
  levelScaling,
  maxEffectSeconds,
  spellDamageOf,
  spellSecondsOf,
} from './spells/spell-values.ts'

const spellType = 101

/** In characters. A description must fit a packet, with two bytes per character. */
const [maxNameLength, maxDescriptionLength] = [100, 2000] as const
/** Above the tags of built-in spells. The tag of an imported spell is this number plus the line of its archetype. */
export const firstImportedSpellTag = 1000

/** Undefined if the spell is unsupported. */
export function convertSpell(attributes: ObjectAttributes): Traits | undefined {
  const made = parseSpell(attributes)
  return made && { role: 'spell', spell: made }
}

export function parseSpell(attributes: ObjectAttributes): Spell | undefined {
  // On other object types, `subtype` has another meaning.
  const does =
    attributes.type === spellType || attributes.type === spellEffectObjectType
      ? spellActionOf(attributes)
      : undefined
  if (!does) return undefined
  return {
    ...describeSpell(attributes),
    id: `${archetypePrefix}${attributes.arch}`,
    tag: firstImportedSpellTag + attributes.line,
    recoveryTicks: 1,
    effect: does,
  }
}

export function describeSpell(attributes: ObjectAttributes): Omit<Spell, 'id' | 'tag' | 'effect'> {
  const name = attributes.name.slice(0, maxNameLength)
  return {
    name,
    description: (attributes.text('msg') ?? name).trim().slice(0, maxDescriptionLength),
    skill: attributes.text('skill'),
    level: attributes.level,
    mana: attributes.intWithin('sp', 0, 5000),
    grace: attributes.intWithin('grace', 0, 5000),
    doubling: {
      mana: attributes.intWithin('maxsp', 0, 1000),
      grace: attributes.intWithin('maxgrace', 0, 1000),
    },
    ticks: attributes.intWithin('casting_time', 1, 100, 3),
    path: attributes.intWithin('path_attuned', 0, 0x3fff_ffff),
    face: attributes.text('face') ?? '',
    ...(acceptsText(attributes) && { acceptsText: true }),
  }
}

/** Whether the caster names the food to create, the words to write, or the spell for a rune that has none. */
function acceptsText(attributes: ObjectAttributes): boolean {
  const subtype = spellSubtypeOf(attributes)
  if (subtype === spellSubtypes.rune) return attributes.text('other_arch') === undefined
  return subtype === spellSubtypes.createFood || subtype === spellSubtypes.mark
}

const parsers: {
  readonly [subtype: number]: (attributes: ObjectAttributes) => SpellEffect | undefined
} = {
  [spellSubtypes.rune]: parseRune,
  [spellSubtypes.mark]: (attributes) => {
    const mark = attributes.text('other_arch')
    if (mark === undefined || !attributes.other(mark)) return undefined
    return { type: 'inscription', archetypeId: `${archetypePrefix}${mark}` }
  },
  [spellSubtypes.bolt]: (attributes) => ({ ...parseProjectile(attributes, 12), pierces: true }),
  [spellSubtypes.bullet]: parseBullet,
  [spellSubtypes.explosion]: (attributes) => parseCone(attributes, true),
  [spellSubtypes.cone]: (attributes) => parseCone(attributes, false),
  [spellSubtypes.bomb]: parseBomb,
  [spellSubtypes.smite]: (attributes) => ({
    type: 'smite',
    attack: parseAttacks(attributes.int('attacktype', 2)),
    ...spellDamageOf(attributes),
    radius: attributes.intWithin('range', 0, 3),
    effectId: spellEffectOf(attributes, builtinEffects.burst),
  }),
  [spellSubtypes.missile]: (attributes) => parseProjectile(attributes, 25),
  [spellSubtypes.golem]: parseSummoning,
  [spellSubtypes.dimensionDoor]: (attributes) => ({
    type: 'leap',
    range: attributes.intWithin('range', 1, 30, 8),
  }),
  [spellSubtypes.mapping]: () => ({ type: 'map' }),
  [spellSubtypes.wall]: parseWall,
  [spellSubtypes.destruction]: (attributes) => parseCone(attributes, true),
  [spellSubtypes.perceiveSelf]: () => ({ type: 'self' }),
  [spellSubtypes.recall]: (attributes) =>
    createTimedEffectSpell('way_home', Math.max(5, spellSecondsOf(attributes, 40))),
  [spellSubtypes.invisible]: (attributes) => {
    const seconds = spellSecondsOf(attributes, 300)
    const race = attributes.text('race')
    if (race === 'undead') return createTimedEffectSpell('unseen_by_undead', seconds)
    return race === undefined ? createTimedEffectSpell('unseen', seconds) : undefined
  },
  [spellSubtypes.wonder]: (attributes) => {
    const names = attributes.listed(attributes.text('randomitems') ?? '', attributes.level)
    const spells = (names ?? []).flatMap((name) => attributes.other(name) ?? [])
    const some = spells.filter(
      (each) => each.type === spellType && spellSubtypeOf(each) !== spellSubtypes.wonder,
    )
    return some.length > 0
      ? { type: 'wonder', spellIds: some.map(({ arch }) => `${archetypePrefix}${arch}`) }
      : undefined
  },
  [spellSubtypes.faeryFire]: (attributes) => ({
    ...{ type: 'detect', target: 'monster', range: attributes.intWithin('range', 1, 15, 5) },
    effectId: spellEffectOf(attributes, builtinEffects.heal),
  }),
  [spellSubtypes.probe]: (attributes) => ({ type: 'probe', range: attributes.intWithin('range', 1, 30, 10) }),
  [spellSubtypes.healing]: parseHealing,
  [spellSubtypes.createFood]: () => ({ type: 'food' }),
  [spellSubtypes.dust]: (attributes) => ({ type: 'dust', range: attributes.intWithin('range', 1, 6, 2) }),
  [spellSubtypes.ability]: parseBuff,
  [spellSubtypes.bless]: parseBuff,
  [spellSubtypes.curse]: (attributes) => ({
    ...{ type: 'curse', range: attributes.intWithin('range', 1, 30, 10) },
    seconds: Math.min(maxEffectSeconds, spellSecondsOf(attributes, 500)),
    secondsPerLevel: durationSecondsPerLevel(attributes, 50),
    effectId: spellEffectOf(attributes, builtinEffects.burst),
  }),
  [spellSubtypes.monster]: parseSummoning,
  [spellSubtypes.charging]: (attributes) => ({
    ...{ type: 'charge', charges: Math.max(1, Math.round(attributes.intWithin('dam', 0, 100, 40) / 8)) },
    perLevel: 1 / attributes.intWithin('dam_modifier', 1, 100, 5),
  }),
  [spellSubtypes.aura]: parseAura,
  [spellSubtypes.townPortal]: (attributes) => {
    const portal = attributes.text('slaying') ?? ''
    return attributes.other(portal) && { type: 'portal', archetypeId: `${archetypePrefix}${portal}` }
  },
  [spellSubtypes.raiseDead]: () => ({ type: 'resurrect' }),
  [spellSubtypes.alchemy]: (attributes) => ({
    ...{ type: 'alchemy', grams: 1000 * attributes.intWithin('duration', 1, 1000, 100) },
    gramsPerLevel: 1000 / attributes.intWithin('duration_modifier', 1, 1000, 5),
  }),
  [spellSubtypes.consecrate]: (attributes) => ({ type: 'consecrate', level: attributes.level }),
  [spellSubtypes.uncurse]: (attributes) => ({ type: 'uncurse', damned: attributes.flag('damned') }),
  [spellSubtypes.identify]: (attributes) => ({
    type: 'identify',
    things: attributes.intWithin('dam', 1, 100, 1),
    perLevel: levelScaling(attributes),
  }),
  [spellSubtypes.detection]: parseDetection,
  [spellSubtypes.mood]: parseMoodChange,
  [spellSubtypes.ball]: (attributes) => ({
    ...parseProjectile(attributes, 12),
    ...{ range: attributes.intWithin('duration', 5, 60, 30), pierces: true, wanders: true },
  }),
  [spellSubtypes.swarm]: parseSwarm,
  [spellSubtypes.mana]: (attributes) => ({
    ...{ type: 'mana', sp: attributes.intWithin('dam', -9999, 9999), perLevel: levelScaling(attributes) },
  }),
  [spellSubtypes.disarm]: () => ({ type: 'disarm' }),
  [spellSubtypes.createMissile]: (attributes) => {
    const makes = attributes.text('other_arch') ?? 'arrow'
    if (!attributes.other(makes)) return undefined
    return {
      type: 'make',
      productId: `${archetypePrefix}${makes}`,
      count: attributes.intWithin('duration', 1, 100, 5),
      perLevel: attributes.intWithin('duration_modifier', 0, 10),
    }
  },
  [spellSubtypes.weapon]: parseSummoning,
  [spellSubtypes.light]: (attributes) => ({
    ...createTimedEffectSpell('light', spellSecondsOf(attributes, 1000)),
    strength: 4,
    maxStrength: 4,
  }),
  [spellSubtypes.daylight]: (attributes) =>
    attributes.flag('dam') ? { type: 'daylight', darkness: attributes.intWithin('dam', -4, 4) } : undefined,
  [spellSubtypes.disease]: (attributes) => {
    const disease = attributes.text('other_arch') ?? ''
    if (attributes.other(disease)?.type !== diseaseObjectType) return undefined
    const range = attributes.intWithin('range', 1, 15, 5)
    return { type: 'disease', diseaseId: `${archetypePrefix}${disease}`, range }
  },
}

function spellActionOf(attributes: ObjectAttributes): SpellEffect | undefined {
  return parsers[spellSubtypeOf(attributes)]?.(attributes)
}

/** [CF-22.5] [CF-22.12] Spells that pacify, charm or provoke creatures. */
function parseMoodChange(attributes: ObjectAttributes): SpellEffect | undefined {
  const does = moodOf(attributes)
  return (
    does && {
      ...{ type: 'wave', attack: ['magic'], damage: 0, damagePerLevel: 0 },
      range: attributes.intWithin('range', 2, 15, 3),
      effectId: spellEffectOf(attributes, builtinEffects.heal),
      around: true,
      ...does,
      // The flag restricts a spell to the undead. A provoking spell with the flag still affects all races.
      ...(attributes.flag('undead') && !('provokes' in does) && { undead: true as const }),
    }
  )
}

function moodOf(attributes: ObjectAttributes) {
  const { level } = attributes
  if (attributes.flag('no_attack')) return { charms: { level } }
  if (attributes.flag('unaggressive')) return { statusEffect: { effect: 'calm', ms: 60_000 } as const }
  if (attributes.flag('berserk')) return { provokes: { level, against: 'everybody' } as const }
  return attributes.flag('monster') ? { provokes: { level, against: 'caster' } as const } : undefined
}

function parseSwarm(attributes: ObjectAttributes): BoltSpell | undefined {
  const one = attributes.other(attributes.text('other_arch') ?? '')
  // A swarm cannot contain another swarm, because it could then contain itself.
  const does = one && spellSubtypeOf(one) !== spellSubtypes.swarm ? spellActionOf(one) : undefined
  return does?.type === 'bolt' ? { ...does, count: attributes.intWithin('duration', 1, 8, 3) } : undefined
}
