/** The classes in the order of their bits. An item has the first class that applies. */
export const itemClasses = ['progression', 'useful', 'trap', 'filler'] as const
export type ItemClass = (typeof itemClasses)[number]

/** `flags`: the sum of 1 (progression), 2 (useful) and 4 (trap). */
export function itemClassOf(flags: number): ItemClass {
  return flags & 1 ? 'progression' : flags & 2 ? 'useful' : flags & 4 ? 'trap' : 'filler'
}
