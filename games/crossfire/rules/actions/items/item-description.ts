// [CF-12.18] Describes each property of a thing in one sentence.
import type { Archetype, ArchetypeRegistry, BodyPart } from '../../../model/definitions/archetype.ts'
import {
  type AttackTypes,
  attackTypeName,
  attackTypes,
  type Resistances,
} from '../../../model/definitions/attack-types.ts'
import type { StatBonuses } from '../../../model/definitions/spell.ts'
import { findSkill } from '../../../model/players/characters.ts'
import type { Player, Thing } from '../../../model/state/game-state.ts'
import { equipStateFor, occupiedBodyParts } from '../../../model/things/equipment.ts'
import { findSpell, spellPaths } from '../../magic/spells.ts'
import { formatCoins } from '../../trade/money.ts'

/** Empty for an unidentified item. */
export function describeProperties({ characterRules, archetypes }: Player, thing: Thing): readonly string[] {
  const { archetype } = thing
  if (archetype.unidentified) return []
  return [
    ...describeContent(thing),
    ...describeSpell(archetype, archetypes),
    ...describeSkill(archetype, characterRules),
    ...(equipStateFor(thing) ? describeUse(thing) : []),
  ]
}

function describeUse(thing: Thing): readonly string[] {
  const { archetype } = thing
  const { bonuses, itemPower } = archetype
  return [
    ...describeRole(archetype),
    ...(bonuses ? describeBonuses(bonuses) : []),
    ...describePaths(archetype),
    ...(itemPower ? [`Its power is ${itemPower}.`] : []),
    ...describePlace(thing),
  ]
}

function describeContent({ archetype: { traits, text }, charges }: Thing): readonly string[] {
  switch (traits.role) {
    case 'container': {
      const { maxWeight, lighterPercent = 0, acceptedRace } = traits
      const grams =
        lighterPercent < 100 ? (maxWeight * 100) / (100 - lighterPercent) : Number.POSITIVE_INFINITY
      return [
        ...(acceptedRace ? [`It holds only ${acceptedRace}.`] : []),
        ...(Number.isFinite(grams) ? [`It holds up to ${(grams / 1000).toFixed(1)} kg.`] : []),
      ]
    }
    case 'crystal':
      return [`It holds ${charges ?? 0} of ${traits.capacity} spell points.`]
    case 'book':
      return text ? ['Something is written in it.'] : []
    case 'wand':
      return charges === undefined || traits.rechargeTicks !== undefined
        ? []
        : [`It has ${charges} ${charges === 1 ? 'charge' : 'charges'} left.`]
    default:
      return []
  }
}

function describeSpell({ traits }: Archetype, archetypes: Player['archetypes']): readonly string[] {
  switch (traits.role) {
    case 'spellbook':
    case 'scroll':
    case 'wand': {
      const spell = findSpell(traits.spell, archetypes)
      if (!spell) return []
      const { level, skill, path, name, description } = spell
      const paths = namesOfPaths(path)
      return [
        `${name}: a spell of level ${level}${skill ? ` of ${skill}` : ''}${paths ? `, path ${paths}` : ''}.`,
        ...(description === name ? [] : [description]),
      ]
    }
    default:
      return []
  }
}

function describeSkill({ traits }: Archetype, characterRules: Player['characterRules']): readonly string[] {
  if (traits.role !== 'tool') return []
  const { description } = findSkill(characterRules, traits.skill) ?? {}
  return description ? [description] : []
}

/** [CF-24.3] */
function describePaths({ attributes }: Archetype): readonly string[] {
  return (['attuned', 'repelled', 'denied'] as const).flatMap((how) => {
    const paths = namesOfPaths(Number(attributes?.get(`path_${how}`) ?? 0))
    return paths ? [`Paths ${how}: ${paths}.`] : []
  })
}

function namesOfPaths(bits: number): string {
  return spellPaths
    .filter(({ bit }) => (bits & bit) !== 0)
    .map(({ name }) => name)
    .join(', ')
}

/** The name of the material: `materialname`, or else that of the lowest bit of `material`. */
export function describeMaterial({ attributes }: Archetype): string | undefined {
  const named = attributes?.get('materialname')
  const bits = Number(attributes?.get('material') ?? 0)
  return named ?? materials.find((_, bit) => (bits & (1 << bit)) !== 0)
}

const materials = [
  ...['paper', 'iron', 'glass', 'leather', 'wood', 'organic matter'],
  ...['stone', 'cloth', 'adamantite', 'liquid', 'metal', 'bone', 'ice'],
] as const

/** In coins; undefined if there is no value or it is unknown. */
export function describeValue(coins: ArchetypeRegistry, { archetype, count }: Thing): string | undefined {
  const { value = 0, unidentified } = archetype
  if (value === 0 || unidentified || archetype.traits.role === 'money') return undefined
  return `You reckon ${count > 1 ? 'they are' : 'it is'} worth ${formatCoins(coins, value * count)}.`
}

function describeRole({ traits }: Archetype): readonly string[] {
  switch (traits.role) {
    case 'weapon':
      return [
        `Damage ${traits.damage}, to hit ${signed(traits.wc)}, ${blowSpeed(traits.slowdownPercent)}; needs ${traits.skill}.`,
        ...describeAttack(traits.attack, traits.slaying),
      ]
    case 'launcher':
      return [`Damage ${traits.damage}, to hit ${signed(traits.wc)}; needs ${traits.skill}.`]
    case 'missile':
      return [
        `Damage ${traits.damage}, to hit ${signed(traits.wc)}; breaks in ${traits.breakPercent} of 100 shots.`,
        ...describeAttack(traits.attack, traits.slaying),
      ]
    case 'armour':
      return [
        `Armour class ${signed(traits.ac)}${traits.armour ? `, armour ${traits.armour} percent` : ''}.`,
        ...(traits.maxSpeed ? [`It limits your speed to ${traits.maxSpeed}.`] : []),
        ...(traits.spellCostPercent ? [`Spells cost ${traits.spellCostPercent} percent more.`] : []),
      ]
    case 'jewel':
      return [
        ...describeAbilities(traits.abilityBonuses),
        ...(traits.ac ? [`Armour class ${signed(traits.ac)}.`] : []),
        ...(traits.regenerates ? [`You regain ${traits.regenerates} faster.`] : []),
      ]
    default:
      return []
  }
}

function blowSpeed(slowdownPercent: number): string {
  return slowdownPercent > 0 ? `blows take ${slowdownPercent} percent longer` : 'blows as fast as bare hands'
}

function describeAttack(
  attack: AttackTypes | undefined,
  slaying: readonly string[] | undefined,
): readonly string[] {
  return [
    ...(attack ? [`It attacks with ${attack.map(attackTypeName).join(', ')}.`] : []),
    ...(slaying ? [`It slays: ${slaying.join(', ')}.`] : []),
  ]
}

const bonusTexts: readonly (readonly [
  key: Exclude<keyof StatBonuses, 'attack' | 'abilities' | 'resists'>,
  name: string,
  unit?: string,
])[] = [
  ['armour', 'armour', ' percent'],
  ['ac', 'armour class'],
  ['wc', 'to hit'],
  ['damage', 'damage'],
  ['speed', 'speed'],
  ['sustenance', 'sustenance'],
  ['hpRegeneration', 'regeneration'],
  ['spRegeneration', 'magic'],
]

function describeBonuses(bonuses: StatBonuses): readonly string[] {
  const given = bonusTexts.flatMap(([key, name, unit = '']) => {
    const more = bonuses[key]
    return more ? [`${name} ${signed(more)}${unit}`] : []
  })
  return [
    ...describeAbilities(bonuses.abilities ?? {}),
    ...(given.length > 0 ? [`It gives ${given.join(', ')}.`] : []),
    ...describeResistances(bonuses.resists ?? {}),
  ]
}

function describeAbilities(abilities: NonNullable<StatBonuses['abilities']>): readonly string[] {
  const given = Object.entries(abilities).map(([name, more]) => `${name} ${signed(more)}`)
  return given.length > 0 ? [`It gives ${given.join(', ')}.`] : []
}

function describeResistances(resists: Resistances): readonly string[] {
  const given = attackTypes.flatMap((type) => {
    const percent = resists[type]
    return percent ? [`${attackTypeName(type)} ${signed(percent)} percent`] : []
  })
  return given.length > 0 ? [`It resists ${given.join(', ')}.`] : []
}

const placeNames: { readonly [part in BodyPart]: string } = {
  ...{ arm: 'in the hands', torso: 'on the body', head: 'on the head', neck: 'around the neck' },
  ...{ finger: 'on a finger', shoulder: 'around the shoulders', foot: 'on the feet', hand: 'on the hands' },
  ...{ wrist: 'on the wrists', waist: 'around the waist', leg: 'on the legs', range: 'where fire finds it' },
  skill: 'in the skill slot',
}

function describePlace(thing: Thing): readonly string[] {
  const parts = Object.entries(occupiedBodyParts(thing)) as [BodyPart, number][]
  const places = parts.map(([part, count]) => `${placeNames[part]}${count > 1 ? ` (${count})` : ''}`)
  return places.length > 0 ? [`It goes ${places.join(' and ')}.`] : []
}

const signed = (value: number) => (value > 0 ? `+${value}` : String(value))
