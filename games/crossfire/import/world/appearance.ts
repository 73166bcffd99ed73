// The budget for all random treasure of a map. Limits per treasure list would not suffice, because a map can have many
// lists. [CF-21.1]

/**
 * Number of list entries and artifacts that the generator may still examine. At 0 the generator generates no more
 * treasure.
 */
export interface StepBudget {
  left: number
}
/**
 * Maximum steps for loading a map, and for the starting equipment of a character. The shops and heaps of a large town
 * need some 50,000.
 */
export const maxSteps = 500_000
/** Subtracts steps from the budget. Returns false if the budget is exceeded, which makes it negative. */
export function spendSteps(looks: StepBudget, steps: number): boolean {
  looks.left -= steps
  return looks.left >= 0
}
