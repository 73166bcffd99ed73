// The properties of an identified item, one sentence each. [CF-12.18]
import type { Archetype, ArchetypeRegistry, BodyPart } from '../../../model/definitions/archetype.ts'
import {
  type Attacks,
  attackTypeName,
  attackTypes,
  type Resistances,
} from '../../../model/definitions/attack-types.ts'
import type { StatBonuses } from '../../../model/definitions/spell.ts'
import type { Thing } from '../../../model/state/game-state.ts'
import { bodyUseOf, equipStateFor } from '../../../model/things/equipment.ts'
import { formatCoins } from '../../trade/money.ts'

/** Damage, protection, bonuses, power, material and place on the body; none for an unidentified item. */
export function describeProperties(thing: Thing): readonly string[] {
  const { archetype } = thing
  if (archetype.unidentified || !equipStateFor(thing)) return []
  const { bonuses, itemPower } = archetype
  return [
    ...describeRole(archetype),
    ...(bonuses ? describeBonuses(bonuses) : []),
    ...(itemPower ? [`Its power is ${itemPower}.`] : []),
    ...describePlace(thing),
  ]
}

/** The material of an imported thing, by its name or the bits of `material`. */
export function describeMaterial({ attributes }: Archetype): string | undefined {
  const named = attributes?.get('materialname')
  const bits = Number(attributes?.get('material') ?? 0)
  const material = named ?? materials.filter((_, bit) => (bits & (1 << bit)) !== 0).join(' and ')
  return material === '' ? undefined : material
}

const materials = [
  ...['paper', 'iron', 'glass', 'leather', 'wood', 'organic matter'],
  ...['stone', 'cloth', 'adamantite', 'liquid', 'metal', 'bone', 'ice'],
] as const

/** The value of the pile in coins; undefined if it has none or is unknown. */
export function describeWorth(coins: ArchetypeRegistry, { archetype, count }: Thing): string | undefined {
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
        `Armour class ${signed(traits.ac)}, armour ${traits.armour} percent.`,
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
  attack: Attacks | undefined,
  slaying: readonly string[] | undefined,
): readonly string[] {
  return [
    ...(attack ? [`It attacks with ${attack.map(attackTypeName).join(', ')}.`] : []),
    ...(slaying ? [`It slays: ${slaying.join(', ')}.`] : []),
  ]
}

function describeBonuses({
  abilities,
  resists,
  armour,
  ac,
  wc,
  damage,
  speed,
  sustenance,
}: StatBonuses): readonly string[] {
  const given = [
    ...(armour ? [`armour ${signed(armour)} percent`] : []),
    ...(ac ? [`armour class ${signed(ac)}`] : []),
    ...(wc ? [`to hit ${signed(wc)}`] : []),
    ...(damage ? [`damage ${signed(damage)}`] : []),
    ...(speed ? [`speed ${signed(speed)}`] : []),
    ...(sustenance ? [`sustenance ${signed(sustenance)}`] : []),
  ]
  return [
    ...describeAbilities(abilities ?? {}),
    ...(given.length > 0 ? [`It gives ${given.join(', ')}.`] : []),
    ...describeResistances(resists ?? {}),
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
}

function describePlace(thing: Thing): readonly string[] {
  const parts = Object.entries(bodyUseOf(thing)) as [BodyPart, number][]
  const places = parts.map(([part, count]) => `${placeNames[part]}${count > 1 ? ` (${count})` : ''}`)
  return places.length > 0 ? [`It goes ${places.join(' and ')}.`] : []
}

const signed = (value: number) => (value > 0 ? `+${value}` : String(value))
