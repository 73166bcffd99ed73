// [CF-13.5]

/**
 * Types of attack in the order of the bits of Crossfire's `attacktype`. The names are the same as in Crossfire's
 * `resist_` keys.
 */
export const attackTypes = [
  'physical',
  'magic',
  'fire',
  'electricity',
  'cold',
  'confusion',
  'acid',
  'drain',
  'weaponmagic',
  'ghosthit',
  'poison',
  'slow',
  'paralyze',
  'turn_undead',
  'fear',
  'cancellation',
  'deplete',
  'death',
  'chaos',
  'counterspell',
  'godpower',
  'holyword',
  'blind',
  'internal',
  'life_stealing',
  'disease',
] as const
export type AttackType = (typeof attackTypes)[number]

/** Types of an attack, at least one. The type that the target resists least determines the damage. */
export type AttackTypes = readonly AttackType[]

/** Types that cause a condition of the target. These types do damage only if the attack has no other type. */
export const conditionTypes: ReadonlySet<AttackType> = new Set([
  'confusion',
  'poison',
  'slow',
  'paralyze',
  'turn_undead',
  'fear',
  'cancellation',
  'deplete',
  'counterspell',
  'blind',
  'disease',
])

/**
 * Reduction of damage in percent, by type. Resistance to physical attacks is not included, because things store it as
 * `armour`.
 */
export type Resistances = { readonly [attack in AttackType]?: number }

/** The name of the type in messages to players, as Crossfire's server writes it. */
export function attackTypeName(type: AttackType): string {
  return writtenNames.get(type) ?? type.replaceAll('_', ' ')
}
const writtenNames: ReadonlyMap<AttackType, string> = new Map([
  ['paralyze', 'paralyzation'],
  ['deplete', 'depletion'],
  ['godpower', 'god power'],
  ['holyword', 'holy word'],
  ['blind', 'blindness'],
])
