// Budget of all random treasure of one map. It covers the whole map, because limits per list would
// multiply by the number of lists.
// [CF-21.1]

/** Number of list entries and artifacts that may still be examined. At 0 nothing more is generated. */
export interface StepBudget {
  left: number
}
/**
 * Steps for one load of a map, or one set of starting equipment. The shops and heaps of a large town use some 50,000.
 */
export const maxSteps = 500_000
/** Returns false if the budget is exceeded, which leaves it negative. */
export function spendSteps(looks: StepBudget, steps: number): boolean {
  looks.left -= steps
  return looks.left >= 0
}
