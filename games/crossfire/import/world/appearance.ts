// Budget of all draws for one map. The limits of a single draw would multiply by the number of draws. [CF-21.1]

/** List entries and artifacts that may still be examined. At 0 nothing more is drawn. */
export interface StepBudget {
  left: number
}
/** For one load of a map, or one outfit. The shops and heaps of a large town use some 50,000. */
export const maxSteps = 500_000
/** Returns false if the budget is exceeded, which leaves it negative. */
export function spendSteps(looks: StepBudget, steps: number): boolean {
  looks.left -= steps
  return looks.left >= 0
}
