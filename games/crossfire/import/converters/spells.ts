// Imported spells. Each `subtype` maps to a spell of this server, or is unsupported. [CF-22.1]
import type { Traits } from '../../model/definitions/archetype.ts'
import type {
  AreaSpell,
  BoltSpell,
  Explosion,
  Servant,
  Spell,
  SpellEffect,
  StatBonuses,
  StatusEffect,
  StatusEffectSpec,
  TimedEffectName,
} from '../../model/definitions/spell.ts'
import { archetypePrefix } from '../attributes/archetype-id.ts'
import { againstUndead, ailmentOf, attacksOf, holyWord, resistancesOf } from '../attributes/attack-types.ts'
import type { ObjectAttributes } from '../attributes/object-attributes.ts'
import { diseaseType } from './diseases.ts'
import { builtinBolt, builtinEffects, spellEffectOf } from './effects.ts'

/** Object types of spells, of spell effects (which some walls shoot directly), and of things on the ground. */
const [spellType, effectType, floorType] = [101, 102, 67] as const

/** Crossfire's ticks of 120 ms. */
const tickMs = 120
/** Maximum letters. A spell's description has to fit a packet, with two bytes per letter. */
const [maxNameLength, maxDescriptionLength] = [100, 2000] as const
/** Maximum duration in seconds. */
const longest = 600
/**
 * Spell tags start after those of the built-in spells; the tag of an imported spell is this number plus the line of its
 * archetype.
 */
export const firstImportedSpellTag = 1000

/** Returns undefined if the spell is unsupported. */
export function convertSpell(attributes: ObjectAttributes): Traits | undefined {
  const made = parseSpell(attributes)
  return made && { role: 'spell', spell: made }
}

export function parseSpell(attributes: ObjectAttributes): Spell | undefined {
  // Other types use subtypes with another meaning.
  const does =
    attributes.type === spellType || attributes.type === effectType ? spellActionOf(attributes) : undefined
  if (!does) return undefined
  return {
    ...describeSpell(attributes),
    id: `${archetypePrefix}${attributes.arch}`,
    tag: firstImportedSpellTag + attributes.line,
    effect: does,
  }
}

/** All properties except the effect and the id. */
export function describeSpell(attributes: ObjectAttributes): Omit<Spell, 'id' | 'tag' | 'effect'> {
  const name = attributes.name.slice(0, maxNameLength)
  return {
    name,
    description: (attributes.text('msg') ?? name).trim().slice(0, maxDescriptionLength),
    skill: attributes.text('skill'),
    level: attributes.intWithin('level', 1, 115, 1),
    mana: attributes.intWithin('sp', 0, 5000),
    grace: attributes.intWithin('grace', 0, 5000),
    ticks: attributes.intWithin('casting_time', 1, 100, 3),
    path: attributes.intWithin('path_attuned', 0, 0x3fff_ffff),
    face: attributes.text('face') ?? '',
    ...(acceptsText(attributes) && { acceptsText: true }),
  }
}

const subtypes = {
  raiseDead: 1,
  rune: 2,
  mark: 3,
  bolt: 4,
  bullet: 5,
  explosion: 6,
  cone: 7,
  bomb: 8,
  smite: 10,
  missile: 11,
  golem: 12,
  dimensionDoor: 13,
  mapping: 14,
  wall: 15,
  destruction: 16,
  perceiveSelf: 17,
  recall: 18,
  wonder: 9,
  invisible: 19,
  probe: 20,
  healing: 21,
  createFood: 22,
  dust: 23,
  ability: 24,
  bless: 25,
  curse: 26,
  monster: 27,
  charging: 28,
  alchemy: 30,
  uncurse: 31,
  identify: 32,
  detection: 33,
  mood: 34,
  ball: 35,
  swarm: 36,
  mana: 37,
  disarm: 38,
  createMissile: 39,
  consecrate: 40,
  weapon: 41,
  light: 42,
  daylight: 43,
  faeryFire: 44,
  disease: 45,
  aura: 46,
  townPortal: 47,
} as const

/** Whether text can follow the name: the food to create, the words to write, or the spell for a rune that has none. */
function acceptsText(attributes: ObjectAttributes): boolean {
  const subtype = subtypeOf(attributes)
  if (subtype === subtypes.rune) return attributes.text('other_arch') === undefined
  return subtype === subtypes.createFood || subtype === subtypes.mark
}

function subtypeOf(attributes: ObjectAttributes): number {
  return attributes.int('subtype')
}

const makers: { readonly [subtype: number]: (attributes: ObjectAttributes) => SpellEffect | undefined } = {
  [subtypes.rune]: runeAction,
  [subtypes.mark]: (attributes) => {
    const mark = attributes.text('other_arch')
    if (mark === undefined || !attributes.other(mark)) return undefined
    return { type: 'inscription', archetypeId: `${archetypePrefix}${mark}` }
  },
  [subtypes.bolt]: (attributes) => ({ ...projectileAction(attributes, 12), pierces: true }),
  [subtypes.bullet]: bulletAction,
  [subtypes.explosion]: (attributes) => coneAction(attributes, true),
  [subtypes.cone]: (attributes) => coneAction(attributes, false),
  [subtypes.bomb]: bombAction,
  [subtypes.smite]: (attributes) => ({
    ...{ type: 'smite', attack: attacksOf(attributes.int('attacktype', 2)), ...damageOf(attributes) },
    ...{
      radius: attributes.intWithin('range', 0, 3),
      effectId: spellEffectOf(attributes, builtinEffects.burst),
    },
  }),
  [subtypes.missile]: (attributes) => projectileAction(attributes, 25),
  [subtypes.golem]: summonAction,
  [subtypes.dimensionDoor]: (attributes) => ({
    type: 'leap',
    range: attributes.intWithin('range', 1, 30, 8),
  }),
  [subtypes.mapping]: () => ({ type: 'map' }),
  [subtypes.wall]: wallAction,
  [subtypes.destruction]: (attributes) => coneAction(attributes, true),
  [subtypes.perceiveSelf]: () => ({ type: 'self' }),
  [subtypes.recall]: (attributes) => timedEffect('way_home', Math.max(5, secondsOf(attributes, 40))),
  [subtypes.invisible]: (attributes) => {
    const seconds = secondsOf(attributes, 300)
    const race = attributes.text('race')
    if (race === 'undead') return timedEffect('unseen_by_undead', seconds)
    return race === undefined ? timedEffect('unseen', seconds) : undefined
  },
  [subtypes.wonder]: (attributes) => {
    const names = attributes.listed(
      attributes.text('randomitems') ?? '',
      attributes.intWithin('level', 1, 115, 1),
    )
    const spells = (names ?? []).flatMap((name) => attributes.other(name) ?? [])
    const some = spells.filter((each) => each.type === spellType && subtypeOf(each) !== subtypes.wonder)
    return some.length > 0
      ? { type: 'wonder', spellIds: some.map(({ arch }) => `${archetypePrefix}${arch}`) }
      : undefined
  },
  [subtypes.faeryFire]: (attributes) => ({
    ...{ type: 'detect', target: 'monster', range: attributes.intWithin('range', 1, 15, 5) },
    effectId: spellEffectOf(attributes, builtinEffects.heal),
  }),
  [subtypes.probe]: (attributes) => ({ type: 'probe', range: attributes.intWithin('range', 1, 30, 10) }),
  [subtypes.healing]: healAction,
  [subtypes.createFood]: () => ({ type: 'food' }),
  [subtypes.dust]: (attributes) => ({ type: 'dust', range: attributes.intWithin('range', 1, 6, 2) }),
  [subtypes.ability]: buffAction,
  [subtypes.bless]: buffAction,
  [subtypes.curse]: (attributes) => ({
    ...{ type: 'curse', range: attributes.intWithin('range', 1, 30, 10) },
    ...{
      seconds: Math.min(longest, secondsOf(attributes, 500)),
      secondsPerLevel: secondsPerLevel(attributes, 50),
    },
    effectId: spellEffectOf(attributes, builtinEffects.burst),
  }),
  [subtypes.monster]: summonAction,
  [subtypes.charging]: (attributes) => ({
    ...{ type: 'charge', charges: Math.max(1, Math.round(attributes.intWithin('dam', 0, 100, 40) / 8)) },
    perLevel: 1 / attributes.intWithin('dam_modifier', 1, 100, 5),
  }),
  [subtypes.aura]: auraAction,
  [subtypes.townPortal]: (attributes) => {
    const portal = attributes.text('slaying') ?? ''
    return attributes.other(portal) && { type: 'portal', archetypeId: `${archetypePrefix}${portal}` }
  },
  [subtypes.raiseDead]: () => ({ type: 'resurrect' }),
  [subtypes.alchemy]: (attributes) => ({
    ...{ type: 'alchemy', grams: 1000 * attributes.intWithin('duration', 1, 1000, 100) },
    gramsPerLevel: 1000 / attributes.intWithin('duration_modifier', 1, 1000, 5),
  }),
  [subtypes.consecrate]: (attributes) => ({
    type: 'consecrate',
    level: attributes.intWithin('level', 1, 115, 1),
  }),
  [subtypes.uncurse]: (attributes) => ({ type: 'uncurse', damned: attributes.flag('damned') }),
  [subtypes.identify]: (attributes) => ({
    ...{
      type: 'identify',
      things: attributes.intWithin('dam', 1, 100, 1),
      perLevel: levelScaling(attributes),
    },
  }),
  [subtypes.detection]: detectAction,
  [subtypes.mood]: moodAction,
  [subtypes.ball]: (attributes) => ({
    ...projectileAction(attributes, 12),
    ...{ range: attributes.intWithin('duration', 5, 60, 30), pierces: true, wanders: true },
  }),
  [subtypes.swarm]: swarmAction,
  [subtypes.mana]: (attributes) => ({
    ...{ type: 'mana', sp: attributes.intWithin('dam', -9999, 9999), perLevel: levelScaling(attributes) },
  }),
  [subtypes.disarm]: () => ({ type: 'disarm' }),
  [subtypes.createMissile]: (attributes) => {
    const makes = attributes.text('other_arch') ?? 'arrow'
    if (!attributes.other(makes)) return undefined
    return {
      ...{
        type: 'make',
        productId: `${archetypePrefix}${makes}`,
        count: attributes.intWithin('duration', 1, 100, 5),
      },
      perLevel: attributes.intWithin('duration_modifier', 0, 10),
    }
  },
  [subtypes.weapon]: summonAction,
  [subtypes.light]: (attributes) => ({
    ...timedEffect('light', secondsOf(attributes, 1000)),
    strength: 4,
    maxStrength: 4,
  }),
  [subtypes.daylight]: (attributes) =>
    attributes.flag('dam') ? { type: 'daylight', darkness: attributes.intWithin('dam', -4, 4) } : undefined,
  [subtypes.disease]: (attributes) => {
    const disease = attributes.text('other_arch') ?? ''
    if (attributes.other(disease)?.type !== diseaseType) return undefined
    const range = attributes.intWithin('range', 1, 15, 5)
    return { type: 'disease', diseaseId: `${archetypePrefix}${disease}`, range }
  },
}

function spellActionOf(attributes: ObjectAttributes): SpellEffect | undefined {
  return makers[subtypeOf(attributes)]?.(attributes)
}

function damageOf(attributes: ObjectAttributes) {
  return { damage: attributes.intWithin('dam', 1, 500, 1), damagePerLevel: levelScaling(attributes) }
}

/** Seconds of duration per level: `ticks` ticks for every `duration_modifier` levels. */
function secondsPerLevel(attributes: ObjectAttributes, ticks: number): number {
  const every = attributes.intWithin('duration_modifier', 0, 1000)
  return every === 0 ? 0 : (ticks * tickMs) / 1000 / every
}

/** Damage per level: one point every `dam_modifier` levels. */
function levelScaling(attributes: ObjectAttributes): number {
  const every = attributes.intWithin('dam_modifier', 0, 1000)
  return every === 0 ? 0 : 1 / every
}

function secondsOf(attributes: ObjectAttributes, usual: number): number {
  return Math.round((attributes.intWithin('duration', 1, 10_000, usual) * tickMs) / 1000)
}

function projectileAction(attributes: ObjectAttributes, reach: number): BoltSpell {
  const attack = attacksOf(attributes.int('attacktype', 2))
  return {
    ...{ type: 'bolt', attack, ...damageOf(attributes), range: attributes.intWithin('range', 4, 30, reach) },
    flightArchetype: spellEffectOf(attributes, builtinBolt(attack)),
  }
}

/** A bullet flies as far as a shot. With `food` it bursts where it ends. */
function bulletAction(attributes: ObjectAttributes): BoltSpell {
  const bolt = { ...projectileAction(attributes, 10), range: 12 }
  const bursts =
    attributes.flag('food') && burstOf(attributes, bolt.damage, attributes.intWithin('range', 0, 9))
  return bursts ? { ...bolt, explosion: bursts } : bolt
}

/** The burst of a bullet or a bomb is the `other_arch` of its effect. */
function burstOf(attributes: ObjectAttributes, damage: number, range: number): Explosion {
  const effect = attributes.other(attributes.text('other_arch') ?? '') ?? attributes
  const attack = attacksOf(attributes.int('attacktype', 2))
  const ours = attack.includes('cold') ? builtinEffects.chill : builtinEffects.burst
  return {
    effectId: spellEffectOf(effect, ours),
    damage,
    radius: Math.min(3, Math.max(1, Math.round(range / 3))),
  }
}

/** [CF-22.20] An aura shows the `other_arch` of the force that the spell names. */
function auraAction(attributes: ObjectAttributes): SpellEffect {
  const attacktype = attributes.int('attacktype')
  const force = attributes.other(attributes.text('other_arch') ?? '') ?? attributes
  return {
    ...{ type: 'aura', attack: attacksOf(attacktype), effectId: spellEffectOf(force, builtinEffects.burst) },
    ...{ damage: attributes.intWithin('dam', 0, 500), damagePerLevel: levelScaling(attributes) },
    ...{
      seconds: Math.min(longest, secondsOf(attributes, 100)),
      secondsPerLevel: secondsPerLevel(attributes, 10),
    },
    ...((attacktype & countering) !== 0 && { counters: true as const }),
  }
}

/** [CF-22.5] The action of a cone without an `attacktype`: webs slow, a god's peace calms. */
function harmlessConeAction(attributes: ObjectAttributes): AreaSpell {
  const effect = attributes.other(attributes.text('other_arch') ?? '')
  const left = attributes.other(effect?.text('other_arch') ?? '')
  const ail = left?.text('move_slow') !== undefined ? 'slow' : 'calm'
  return { ...harmlessArea(attributes), statusEffect: ailmentAction(attributes, ail) }
}

/** [CF-22.10] The `attacktype` bit of spells that counter others. */
const countering = 524_288

function harmlessArea(attributes: ObjectAttributes): AreaSpell {
  return {
    ...{ type: 'wave', attack: ['magic'], damage: 0, damagePerLevel: 0 },
    ...{
      range: attributes.intWithin('range', 1, 15, 5),
      effectId: spellEffectOf(attributes, builtinEffects.burst),
    },
  }
}

/** [CF-22.4] What an `attacktype` does: it counters, causes an ailment or damages. */
function coneAction(attributes: ObjectAttributes, around: boolean): AreaSpell {
  const attacktype = attributes.int('attacktype')
  const ail = ailmentOf(attacktype)
  const undead = (attacktype & againstUndead) !== 0
  if ((attacktype & countering) !== 0)
    return { ...harmlessArea(attributes), ...(around && { around }), counters: true }
  if (attacktype === 0) return harmlessConeAction(attributes)
  const damage = ail !== undefined && ail !== 'blind' ? 0 : attributes.intWithin('dam', 1, 500, 1)
  return {
    ...{ type: 'wave', attack: attacksOf(attacktype), damage, damagePerLevel: levelScaling(attributes) },
    ...{
      range: attributes.intWithin('range', 1, 15, 5),
      effectId: spellEffectOf(attributes, builtinEffects.burst),
    },
    ...(around && { around }),
    ...(ail && { statusEffect: ailmentAction(attributes, ail) }),
    ...(undead && { undead }),
    ...((attacktype & holyWord) !== 0 && { holy: true as const }),
  }
}

/**
 * Crossfire's holds last only a few ticks, so a minimum applies. The duration of a spell also counts for its ailment.
 */
function ailmentAction(attributes: ObjectAttributes, ail: StatusEffect): StatusEffectSpec {
  const seconds = Math.min(60, Math.max(3, attributes.intWithin('dam', 0, 60) + secondsOf(attributes, 2)))
  return { effect: ail, ms: seconds * 1000 }
}

function bombAction(attributes: ObjectAttributes): SpellEffect {
  const damage = attributes.intWithin('dam', 1, 500, 12)
  return {
    ...{
      type: 'bomb',
      ticks: attributes.intWithin('duration', 1, 30, 8) * 4,
      attack: attacksOf(attributes.int('attacktype', 1)),
    },
    // A wall can shoot the bomb object itself, whose own picture is then shown.
    ...{
      effectId:
        attributes.type === effectType
          ? spellEffectOf(attributes, builtinEffects.burst, attributes.arch)
          : spellEffectOf(attributes, builtinEffects.burst),
    },
    ...{
      damagePerLevel: levelScaling(attributes),
      explosion: burstOf(attributes, damage, attributes.intWithin('range', 3, 9, 5)),
    },
  }
}

/** [CF-22.7] Values of `race` with which a spell calls a creature of the caster's god. */
const servants: readonly Servant[] = ['avatar', 'holy servant']
const godsAllies = 'GODCULTMON'

/**
 * [CF-22.7] Summons the named creature, or those of its treasure list up to the spell's level. Fog is placed like a
 * wall.
 */
function summonAction(attributes: ObjectAttributes): SpellEffect | undefined {
  const other = attributes.other(attributes.text('other_arch') ?? '')
  if (other && other.type === floorType && !other.isMonster) return wallAction(attributes)
  const [named, list] = [attributes.text('other_arch'), attributes.text('randomitems')]
  const seconds = Math.min(300, Math.max(30, secondsOf(attributes, 500)))
  const summons = {
    ...{ type: 'summon' as const, seconds, count: 1 },
    ...(attributes.flag('attack_movement') && { stays: true as const }),
    ...(subtypeOf(attributes) === subtypes.golem &&
      attributes.flag('dam') && {
        hp: { base: attributes.intWithin('dam', 1, 10_000), perLevel: levelScaling(attributes) },
      }),
  }
  const race = attributes.text('race')
  const level = attributes.intWithin('level', 1, 115, 1)
  const servant = servants.find((each) => each === race)
  if (servant && named === undefined) {
    const perLevel = 1 / attributes.intWithin('duration_modifier', 1, 1000, 1)
    const hp = { base: attributes.intWithin('duration', 0, 10_000), perLevel, isExtra: true as const }
    return { ...summons, archetypeIds: [], hp, fromGod: servant }
  }
  if (race === godsAllies) return { ...summons, archetypeIds: [], fromGod: { allies: true, level } }
  const names = list === undefined ? [named ?? ''] : attributes.listed(list, level)
  // Without the lists the spell is assumed to summon something.
  if (!names) return { ...summons, archetypeIds: [] }
  const calls = names.filter((name) => attributes.other(name)?.isMonster)
  return calls.length > 0
    ? { ...summons, archetypeIds: calls.map((name) => `${archetypePrefix}${name}`) }
    : undefined
}

/** Object type of runes, and the rune that casts any spell. */
const runeType = 154
const anyRune = 'generic_rune'

/** [CF-22.13] */
function runeAction(attributes: ObjectAttributes): SpellEffect | undefined {
  const own = attributes.text('other_arch')
  const rune = own ?? anyRune
  if (attributes.other(rune)?.type !== runeType) return undefined
  return {
    ...{ type: 'rune', archetypeId: `${archetypePrefix}${rune}` },
    ...(own === undefined && { namesSpell: true as const }),
  }
}

/** Object type of walls that attacks destroy. */
const breakableType = 45
const eightDirections = [1, 2, 3, 4, 5, 6, 7, 8] as const

/** [CF-22.8] What a wall spell builds, by direction; undefined if it lays an effect. */
function builtWalls(attributes: ObjectAttributes): readonly string[] | undefined {
  const lays = attributes.text('other_arch')
  const breaks = lays !== undefined && attributes.other(lays)?.type === breakableType
  const named = breaks ? lays : attributes.text('race')
  const names = eightDirections.map((direction) => named?.replace('%d', String(direction)) ?? '')
  return names.every((name) => attributes.other(name))
    ? names.map((name) => `${archetypePrefix}${name}`)
    : undefined
}

/** [CF-22.8] Fire and frost use the spell's damage, lava its own. */
function wallAction(attributes: ObjectAttributes): SpellEffect | undefined {
  const builds = builtWalls(attributes)
  if (builds)
    return {
      ...{ type: 'wall', effectId: builtinEffects.burst, builds },
      ...{
        seconds: Math.min(longest, Math.max(5, secondsOf(attributes, 100))),
        sideCells: attributes.intWithin('range', 0, 10),
      },
    }
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
  return {
    ...{ type: 'wall', effectId: spellEffectOf(attributes, builtinEffects.burst, lays, ownDamage) },
    ...{
      seconds: Math.min(longest, Math.max(5, secondsOf(attributes, 100))),
      sideCells: attributes.intWithin('range', 0, 10),
    },
  }
}

const cures: readonly (readonly [bit: number, ill: TimedEffectName])[] = [
  [1024, 'poison'],
  [32, 'confused'],
  [2048, 'slow'],
  [16_384, 'afraid'],
  [4_194_304, 'blind'],
  [65_536, 'depletion'],
]

/** The `attacktype` bit of diseases. */
export const diseaseCure = 33_554_432

/** [CF-22.6] The conditions that an `attacktype` cures. */
export function curesOf(attacktype: number): readonly TimedEffectName[] {
  return cures.filter(([bit]) => (attacktype & bit) !== 0).map(([, ill]) => ill)
}

/**
 * `hp`: number of six-sided dice, to which `dam` is added. `last_sp`: spell points. `attacktype`: ailments that the
 * spell cures.
 */
function healAction(attributes: ObjectAttributes): SpellEffect | undefined {
  const [dice, dam] = [attributes.intWithin('hp', 0, 100), attributes.intWithin('dam', 0, 9999)]
  const [sp, food] = [attributes.intWithin('last_sp', 0, 9999), attributes.intWithin('food', 0, 999)]
  const ended = curesOf(attributes.int('attacktype'))
  const curesDiseases = (attributes.int('attacktype') & diseaseCure) !== 0
  const isCure = ended.length > 0 || curesDiseases
  if (dice + dam + sp + food === 0 && !isCure) return undefined
  return {
    ...{ type: 'heal', hp: [dice + dam, 6 * dice + dam], perLevel: dice > 0 ? dice : 0 },
    ...(sp > 0 && { sp }),
    ...(food > 0 && { food }),
    ...(ended.length > 0 && { cures: ended }),
    ...(curesDiseases && { curesDiseases: { level: attributes.intWithin('level', 1, 115, 1) } }),
  }
}

/** [CF-22.6] Levitation, or sight through walls; undefined for neither. */
export function unearthlyEffect(attributes: ObjectAttributes, seconds: number): SpellEffect | undefined {
  if (attributes.flag('xrays')) return timedEffect('seeing_through', seconds)
  return attributes.text('move_type')?.includes('fly') ? timedEffect('levitating', seconds) : undefined
}

/** [CF-22.6] Undefined if the spell changes nothing that exists in this world. */
function buffAction(attributes: ObjectAttributes): SpellEffect | undefined {
  const attacktype = attributes.int('attacktype')
  const ail = ailmentOf(attacktype)
  const given: StatBonuses = {
    ...convertBonuses(attributes),
    ...(attributes.flag('hp') && { hpRegeneration: attributes.intWithin('hp', 1, 10) }),
    ...(attacktype !== 0 && !ail && { attack: attacksOf(attacktype) }),
  }
  const gives = Object.keys(given).length > 0 ? given : undefined
  // A confusion spell affects those in front of the caster.
  if (!gives && ail) return coneAction(attributes, false)
  if (!gives && attributes.flag('can_see_in_dark'))
    return { ...timedEffect('light', secondsOf(attributes, 500)), strength: 3, maxStrength: 3 }
  if (!gives) return unearthlyEffect(attributes, secondsOf(attributes, 500))
  return {
    type: 'boon',
    bonuses: gives,
    seconds: Math.min(longest, Math.max(30, secondsOf(attributes, 500))),
    secondsPerLevel: 2,
  }
}

const abilities = ['Str', 'Int', 'Wis', 'Dex', 'Con', 'Cha', 'Pow'] as const

/** Bonuses of a spell or potion; undefined if this world has none of them. */
export function convertBonuses(attributes: ObjectAttributes): StatBonuses | undefined {
  const added = abilities
    .filter((name) => attributes.flag(name))
    .map((name) => [name, attributes.intWithin(name, -10, 10)] as const)
  const resists = resistancesOf(attributes)
  const gives: StatBonuses = {
    ...(added.length > 0 && { abilities: Object.fromEntries(added) }),
    ...(Object.keys(resists).length > 0 && { resists }),
    ...(attributes.flag('resist_physical') && { armour: attributes.intWithin('resist_physical', -100, 100) }),
    ...(attributes.flag('ac') && { ac: attributes.intWithin('ac', -20, 20) }),
    ...(attributes.flag('wc') && { wc: attributes.intWithin('wc', -20, 20) }),
    // Each point of `exp` is a tenth of an action.
    ...(attributes.flag('exp') && { speed: attributes.intWithin('exp', -5, 5) / 10 }),
  }
  return Object.keys(gives).length > 0 ? gives : undefined
}

function timedEffect(
  name: TimedEffectName,
  seconds: number,
): Extract<SpellEffect, { readonly type: 'lasting' }> {
  return {
    type: 'lasting',
    name,
    seconds: Math.min(longest, seconds),
    secondsPerLevel: 0,
    strength: 1,
    perLevel: 0,
    maxStrength: 1,
  }
}

function detectAction(attributes: ObjectAttributes): SpellEffect | undefined {
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

/** [CF-22.5] [CF-22.12] Pacifying, charming and provoking spells. */
function moodAction(attributes: ObjectAttributes): SpellEffect | undefined {
  const does = moodOf(attributes)
  return (
    does && {
      ...{
        type: 'wave',
        attack: ['magic'],
        damage: 0,
        damagePerLevel: 0,
        range: attributes.intWithin('range', 2, 15, 3),
      },
      ...{
        effectId: spellEffectOf(attributes, builtinEffects.heal),
        around: true,
      },
      ...does,
      // Spells for all races reach the undead too.
      ...(attributes.flag('undead') && !('provokes' in does) && { undead: true as const }),
    }
  )
}

function moodOf(attributes: ObjectAttributes) {
  const level = attributes.intWithin('level', 1, 115, 1)
  if (attributes.flag('no_attack')) return { charms: { level } }
  if (attributes.flag('unaggressive')) return { statusEffect: { effect: 'calm', ms: 60_000 } as const }
  if (attributes.flag('berserk')) return { provokes: { level, against: 'everybody' } as const }
  return attributes.flag('monster') ? { provokes: { level, against: 'caster' } as const } : undefined
}

function swarmAction(attributes: ObjectAttributes): BoltSpell | undefined {
  const one = attributes.other(attributes.text('other_arch') ?? '')
  // Prevents a swarm that contains itself.
  const does = one && subtypeOf(one) !== subtypes.swarm ? spellActionOf(one) : undefined
  return does?.type === 'bolt' ? { ...does, count: attributes.intWithin('duration', 1, 8, 3) } : undefined
}
