// Converts a Crossfire `attacktype` to an attack and an ailment, and `resist_` keys to resistances. [CF-20.17]
import { type AttackType, attackTypes, type Resistances } from '../../model/definitions/attack-types.ts'
import type { StatusEffect } from '../../model/definitions/spell.ts'
import type { ObjectAttributes } from './object-attributes.ts'

/** Supported bits of `attacktype`. The first match wins. */
const attacks: readonly (readonly [bit: number, attack: AttackType])[] = [
  [4, 'fire'],
  [16, 'cold'],
  [1024, 'poison'],
  [2, 'magic'],
  [1, 'physical'],
]
/** Lightning, acid, draining, death etc. count as magic: no armour or resistance protects against them alone. */
const others = 8 | 64 | 128 | 256 | 512 | 32_768 | 131_072 | 262_144 | 1_048_576 | 2_097_152 | 4_194_304

export function attackTypeOf(attacktype: number): AttackType {
  const known = attacks.find(([bit]) => (attacktype & bit) !== 0)?.[1]
  return known ?? ((attacktype & others) !== 0 ? 'magic' : 'physical')
}

/** All resistances except the physical one. */
export function resistancesOf(attributes: ObjectAttributes): Resistances {
  const named = attackTypes
    .filter((attack) => attack !== 'physical' && attributes.flag(`resist_${attack}`))
    .map((attack) => [attack, attributes.intWithin(`resist_${attack}`, -100, 100)] as const)
  return Object.fromEntries(named)
}

/** [CF-22.5] */
const ailments: readonly (readonly [bit: number, ail: StatusEffect])[] = [
  [4096, 'held'],
  [32, 'confused'],
  [2048, 'slow'],
  [16_384, 'afraid'],
  [8192, 'afraid'],
  [4_194_304, 'blind'],
  [262_144, 'confused'],
]

export function ailmentOf(attacktype: number): StatusEffect | undefined {
  return ailments.find(([bit]) => (attacktype & bit) !== 0)?.[1]
}

/** Bits of attacks that harm only undead, or enemies of a god. This world implements only the undead. */
export const againstUndead = 8192 | 2_097_152
/** The bit among them that also depends on the caster's god. */
export const holyWord = 2_097_152
