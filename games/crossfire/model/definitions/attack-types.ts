// [CF-13.5] Types of attack.

/** Attack and resistance types, in the order of the `stats` numbers from 100. */
export type AttackType = 'physical' | 'magic' | 'fire' | 'cold' | 'poison'

/** Reduction in percent. */
export type Resistances = { readonly [attack in AttackType]?: number }
