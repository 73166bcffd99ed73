// [CF-13.5] Types of attack.

/** Attack and resistance types, in the order of the `stats` numbers from 100. */
export type Attack = 'physical' | 'magic' | 'fire' | 'cold' | 'poison'

/** Reduction in percent. */
export type Resistance = { readonly [attack in Attack]?: number }
