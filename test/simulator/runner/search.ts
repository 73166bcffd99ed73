// Runs seeds until one fails, and reports the failure: the violated rule, the smallest plan, and the command that
// replays it.

import type { GameModel } from '../core/game-model.ts'
import { createPlan, type Plan } from '../scenarios/plan.ts'
import { runSimulation, type SimulationOutcome } from '../scenarios/room-simulation.ts'
import { shrinkPlan, withoutSteps } from './shrink.ts'

export const defaultSteps = 60

/** Names a run by game and seed, such as `tally 17`, because a seed results in a different run in each game. */
export function seedName(game: string, seed: number): string {
  return `${game} ${seed}`
}

export interface FailedRun {
  readonly game: string
  readonly seed: number
  readonly steps: number
  readonly outcome: SimulationOutcome
}

/** Runs seeds `from` to `from + runs - 1` of a game until one fails. */
export async function search(
  game: string,
  model: GameModel,
  from: number,
  runs: number,
  steps = defaultSteps,
): Promise<FailedRun | undefined> {
  for (let seed = from; seed < from + runs; seed++) {
    const outcome = await runSimulation(model, createPlan(seedName(game, seed), steps, model))
    if (outcome.broken) return { game, seed, steps, outcome }
  }
  return undefined
}

export async function explainFailure(
  model: GameModel,
  { game, seed, steps, outcome }: FailedRun,
): Promise<string> {
  const plan = createPlan(seedName(game, seed), steps, model)
  const least = await shrinkPlan(model, plan, outcome)
  const command = [`npm run simulate -- --seed ${seed} --game ${game} --steps ${steps}`]
  if (least.without.length > 0) command.push(`--without ${formatRanges(least.without)}`)
  const small = withoutSteps(plan, least.without)
  return [
    `${least.outcome.broken!.rule}: ${least.outcome.broken!.message}`,
    ...small.steps.map((step) => `  ${JSON.stringify(step)}`),
    `replay: ${command.join(' ')}`,
  ].join('\n')
}

/** Runs the plan again without the removed steps, and logs every event. */
export async function replay(
  model: GameModel,
  plan: Plan,
  left: readonly number[],
): Promise<SimulationOutcome> {
  return runSimulation(model, withoutSteps(plan, left), true)
}

/** Formats ascending numbers as ranges, such as `0-3,7`. */
export function formatRanges(numbers: readonly number[]): string {
  const texts: string[] = []
  for (let i = 0; i < numbers.length; ) {
    let end = i
    while (numbers[end + 1] === numbers[end]! + 1) end++
    texts.push(end === i ? `${numbers[i]}` : `${numbers[i]}-${numbers[end]}`)
    i = end + 1
  }
  return texts.join(',')
}

/** Throws a RangeError for an invalid text. */
export function parseRanges(text: string): number[] {
  return text.split(',').flatMap((part) => {
    const [, first, last = first] = /^(\d+)(?:-(\d+))?$/.exec(part) ?? []
    if (first === undefined) throw new RangeError(`--without: not a number or a range: ${part}`)
    return Array.from({ length: Number(last) - Number(first) + 1 }, (_, i) => Number(first) + i)
  })
}
