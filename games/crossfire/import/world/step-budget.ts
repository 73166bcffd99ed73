// All treasure lists of a map share one budget, because a map can have many lists. [CF-21.1]

/** List entries and artifacts that may still be examined. At 0 the generator generates no more treasure. */
export interface StepBudget {
  left: number
}
/**
 * Maximum steps for loading a map, and for the starting equipment of a character. The shops and heaps of a large town
 * need some 50,000.
 */
export const maxTreasureSteps = 500_000
/** Returns false if the budget is exceeded; the budget is then negative. */
export function spendSteps(budget: StepBudget, steps: number): boolean {
  budget.left -= steps
  return budget.left >= 0
}
