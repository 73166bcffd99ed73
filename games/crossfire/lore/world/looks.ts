// The budget of all that is drawn for one map: bounds of each drawing multiply by the number of drawings. [CF-21.1]

/** Entries of lists and artifacts that may still be looked at. At 0 nothing more is drawn. */
export interface Looks {
  left: number
}
/** Of one reading of a map, or of one outfit. The shops and heaps of a large town look at some 50,000. */
export const mostLooks = 500_000
/** False: fewer were left. Then none is left. */
export function spend(looks: Looks, steps: number): boolean {
  looks.left -= steps
  return looks.left >= 0
}
