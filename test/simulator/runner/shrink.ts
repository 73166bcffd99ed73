// Shrinks a failing run to the smallest one that violates the same rule. It first removes halves of the steps, then
// single steps.

import type { GameModel } from '../core/game-model.ts'
import type { Plan } from '../scenarios/plan.ts'
import { runSimulation, type SimulationOutcome } from '../scenarios/room-simulation.ts'

/** The numbers of the steps that can be removed, and the result of the run without these steps. */
export interface ShrunkPlan {
  readonly without: readonly number[]
  readonly outcome: SimulationOutcome
}

export function withoutSteps(plan: Plan, steps: readonly number[]): Plan {
  const left = new Set(steps)
  return { ...plan, steps: plan.steps.filter((_, n) => !left.has(n)) }
}

export async function shrinkPlan(
  model: GameModel,
  plan: Plan,
  first: SimulationOutcome,
): Promise<ShrunkPlan> {
  const rule = first.broken?.rule
  let best: ShrunkPlan = { without: [], outcome: first }
  for (let size = Math.ceil(plan.steps.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let at = plan.steps.length - 1; at >= 0; at -= size) {
      const more = range(at - size + 1, at).filter((n) => !best.without.includes(n))
      if (more.length === 0) continue
      const tried = [...best.without, ...more].sort((a, b) => a - b)
      const outcome = await runSimulation(model, withoutSteps(plan, tried))
      if (outcome.broken?.rule === rule) best = { without: tried, outcome }
    }
  }
  return best
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - Math.max(0, from) + 1 }, (_, i) => Math.max(0, from) + i)
}
