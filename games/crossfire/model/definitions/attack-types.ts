// Types of attack, and what resists them. [CF-13.5]

/** In the order of the bits of Crossfire's `attacktype`, by the names of its `resist_` keys. */
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

/** The types of one attack, at least one. It does the damage of the type that is resisted least. */
export type Attacks = readonly AttackType[]

/** Types that cause a condition instead of damage, unless an attack has no other type. */
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

/** Reduction in percent. Armour is the resistance to physical attacks, which things store on its own. */
export type Resistances = { readonly [attack in AttackType]?: number }

/** The name that players read, as Crossfire's server writes it. */
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
