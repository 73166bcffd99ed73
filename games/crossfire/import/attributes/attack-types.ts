// [CF-20.17]
import { type AttackTypes, attackTypes, type Resistances } from '../../model/definitions/attack-types.ts'
import type { StatusEffect } from '../../model/definitions/spell.ts'
import type { ObjectAttributes } from './object-attributes.ts'

/** The types of the set bits, from the lowest bit up; `physical` if no bit is set. */
export function parseAttacks(attacktype: number): AttackTypes {
  const types = attackTypes.filter((_, bit) => (attacktype & (1 << bit)) !== 0)
  return types.length > 0 ? types : ['physical']
}

/** The resistances to all attacks except physical ones. */
export function parseResistances(attributes: ObjectAttributes): Resistances {
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

export function statusEffectOfAttack(attacktype: number): StatusEffect | undefined {
  return ailments.find(([bit]) => (attacktype & bit) !== 0)?.[1]
}

/**
 * Bits of attacks that harm only the undead. Attacks with the bit `holyWordBit` also harm races that the caster's god
 * hates.
 */
export const undeadAttackBits = 8192 | 2_097_152
/** The bit of attacks whose effect depends on the caster's god. */
export const holyWordBit = 2_097_152

/** [CF-13.18] */
export function parseSlaying(attributes: ObjectAttributes): { readonly slaying?: readonly string[] } {
  const named = (attributes.text('slaying') ?? '').split(',').map((race) => race.trim().toLowerCase())
  const slaying = named.filter((race) => race !== '' && race !== 'none')
  return slaying.length > 0 ? { slaying } : {}
}
