// [CF-13.5] How something hurts.

/** What hurts, and what one may resist: the numbers 100 and on of `stats` in the same order, as far as the world has them. */
export type Attack = 'physical' | 'magic' | 'fire' | 'cold' | 'poison'

/** What of it one feels less, in percent. */
export type Resistance = { readonly [attack in Attack]?: number }
