import {
  type BodyPartCounts,
  bodyParts,
  type EquipmentSlot,
  type Traits,
} from '../../model/definitions/archetype.ts'
import type { AttackTypes } from '../../model/definitions/attack-types.ts'
import type { StatBonuses } from '../../model/definitions/spell.ts'
import { parseAttacks, parseSlaying } from '../attributes/attack-types.ts'
import type { ObjectAttributes } from '../attributes/object-attributes.ts'
import { convertBonuses } from './spells/beneficial-spells.ts'

/** [CF-25.2] The magic bonus, which can be negative. */
function magicOf(attributes: ObjectAttributes): number {
  return attributes.intWithin('magic', -10, 10)
}

/** Ammunition of launchers whose archetypes name none. */
const usualAmmunition = 'arrow'
const abilities = ['Str', 'Dex', 'Con', 'Int', 'Wis', 'Pow', 'Cha'] as const

export function convertWeapon(attributes: ObjectAttributes): Traits {
  const twoHanded = attributes.int('body_arm') <= -2
  return {
    role: 'weapon',
    damage: Math.max(0, attributes.intWithin('dam', 0, 200) + magicOf(attributes)),
    wc: attributes.intWithin('wc', -30, 30),
    ...specialAttack(attributes),
    ...parseSlaying(attributes),
    // [CF-21.10] Each point of `last_sp` slows attacks by 5 %. [CF-25.2] Two points of magic remove one of them.
    slowdownPercent:
      5 * Math.max(0, Math.floor(attributes.intWithin('last_sp', 0, 60) - magicOf(attributes) / 2)),
    skill: attributes.text('skill') ?? (twoHanded ? 'two handed weapons' : 'one handed weapons'),
    ...(twoHanded && { twoHanded }),
  }
}

export function convertBow(attributes: ObjectAttributes): Traits {
  return {
    role: 'launcher',
    ammunition: attributes.text('race') ?? usualAmmunition,
    damage: Math.max(0, attributes.intWithin('dam', 0, 100) + magicOf(attributes)),
    wc: attributes.intWithin('wc', -30, 30) + magicOf(attributes),
    slowdownPercent: 0,
    // [CF-21.10] Crossfire's server measures the duration of a shot in whole ticks.
    ...(attributes.flag('sp') && { ticksPerShot: Math.ceil(100 / attributes.intWithin('sp', 1, 100)) }),
    ...(attributes.flag('no_strength') && { ignoresStrength: true }),
    range: 12,
    skill: attributes.text('skill') ?? 'missile weapons',
  }
}

export function convertMissile(attributes: ObjectAttributes): Traits {
  return {
    role: 'missile',
    damage: Math.max(0, attributes.intWithin('dam', 0, 100) + magicOf(attributes)),
    wc: attributes.intWithin('wc', -30, 30) + magicOf(attributes),
    breakPercent: attributes.intWithin('food', 0, 100),
    kind: attributes.text('race') ?? usualAmmunition,
    ...specialAttack(attributes),
    ...parseSlaying(attributes),
  }
}

/** Omitted if the attack is only physical. */
function specialAttack(attributes: ObjectAttributes): { readonly attack?: AttackTypes } {
  const attack = parseAttacks(attributes.int('attacktype', 1))
  return attack.length > 1 || attack[0] !== 'physical' ? { attack } : {}
}

export function convertArmour(slot: EquipmentSlot): (attributes: ObjectAttributes) => Traits {
  return (attributes) => ({
    role: 'armour',
    slot,
    ac: attributes.intWithin('ac', -20, 20) + magicOf(attributes),
    armour: attributes.intWithin('resist_physical', -100, 100, attributes.intWithin('armour', -100, 100)),
    spellCostPercent: attributes.intWithin('gen_sp_armour', 0, 100),
    ...(attributes.int('last_sp') > 0 && { maxSpeed: attributes.intWithin('last_sp', 1, 100) / 10 }),
  })
}

export function convertJewelry(slot: 'ring' | 'neck' | 'waist'): (attributes: ObjectAttributes) => Traits {
  return (attributes) => ({
    role: 'jewel',
    slot,
    abilityBonuses: Object.fromEntries(
      abilities
        .filter((ability) => attributes.flag(ability))
        .map((ability) => [ability, attributes.intWithin(ability, -10, 10)]),
    ),
    ...(attributes.flag('ac') && { ac: attributes.intWithin('ac', -20, 20) }),
  })
}

/** [CF-7.15] Undefined: the item's role determines the parts. */
export function occupiedBodyParts(attributes: ObjectAttributes): BodyPartCounts | undefined {
  const parts = bodyParts
    .map((part) => [part, -attributes.intWithin(`body_${part}`, -20, 0)] as const)
    .filter(([, count]) => count > 0)
  return parts.length > 0 ? Object.fromEntries(parts) : undefined
}

/** [CF-25.3] The bonuses of a worn item, without those that its role already includes. */
export function wornBonuses(attributes: ObjectAttributes, { role }: Traits): StatBonuses | undefined {
  const ofRole = inRole[role as keyof typeof inRole]
  const given = ofRole && {
    ...convertBonuses(attributes),
    ...(role === 'jewel' && damageOf(attributes)),
    ...vitalsOf(attributes),
  }
  if (!given) return undefined
  const gives = Object.fromEntries(
    Object.entries(given).filter(([what]) => !(ofRole as readonly string[]).includes(what)),
  )
  return Object.keys(gives).length > 0 ? gives : undefined
}

/**
 * Bonuses that the role's traits already include. A weapon's traits, for example, include its effect on attack speed.
 */
const inRole = {
  weapon: ['wc', 'speed'],
  armour: ['ac', 'armour'],
  jewel: ['abilities', 'ac'],
  tool: [],
} as const

function damageOf(attributes: ObjectAttributes): StatBonuses | undefined {
  return attributes.flag('dam') ? { damage: attributes.intWithin('dam', -20, 20) } : undefined
}

/** [CF-25.3] */
function vitalsOf(attributes: ObjectAttributes): StatBonuses {
  return {
    ...(attributes.flag('food') && { sustenance: attributes.intWithin('food', -20, 20) }),
    ...(attributes.flag('hp') && { hpRegeneration: attributes.intWithin('hp', -20, 20) }),
    ...(attributes.flag('sp') && { spRegeneration: attributes.intWithin('sp', -20, 20) }),
  }
}
