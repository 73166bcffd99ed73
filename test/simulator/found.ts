// What is shown of a run that failed: the rule, the least plan, and the one command that replays it.
import type { Plan } from './plan.ts'
import { planned } from './plan.ts'
import type { Play } from './play.ts'
import { shrunk, without } from './shrink.ts'
import { type Outcome, simulated } from './simulation.ts'

/** Steps of a run at most, unless asked for otherwise. */
export const usualSteps = 60

/** `tally 17`: the same number is another run in another game. */
export function seedOf(game: string, seed: number): string {
  return `${game} ${seed}`
}

export interface Found {
  readonly game: string
  readonly seed: number
  readonly steps: number
  readonly outcome: Outcome
}

/** Runs seeds `from` to `from + runs - 1` of a game until one fails. */
export async function search(
  game: string,
  play: Play,
  from: number,
  runs: number,
  steps = usualSteps,
): Promise<Found | undefined> {
  for (let seed = from; seed < from + runs; seed++) {
    const outcome = await simulated(play, planned(seedOf(game, seed), steps, play))
    if (outcome.broken) return { game, seed, steps, outcome }
  }
  return undefined
}

/** The failing run made small. */
export async function explained(play: Play, { game, seed, steps, outcome }: Found): Promise<string> {
  const plan = planned(seedOf(game, seed), steps, play)
  const least = await shrunk(play, plan, outcome)
  const command = [`npm run simulate -- --seed ${seed} --game ${game} --steps ${steps}`]
  if (least.without.length > 0) command.push(`--without ${ranges(least.without)}`)
  const small = without(plan, least.without)
  return [
    `${least.outcome.broken!.rule}: ${least.outcome.broken!.message}`,
    ...small.steps.map((step) => `  ${JSON.stringify(step)}`),
    `replay: ${command.join(' ')}`,
  ].join('\n')
}

/** The plan of one seed, less these steps, with a line for everything that happens. */
export async function replayed(play: Play, plan: Plan, left: readonly number[]): Promise<Outcome> {
  return simulated(play, without(plan, left), true)
}

/** `0-3,7`: as the command takes them. */
export function ranges(numbers: readonly number[]): string {
  const texts: string[] = []
  for (let i = 0; i < numbers.length; ) {
    let end = i
    while (numbers[end + 1] === numbers[end]! + 1) end++
    texts.push(end === i ? `${numbers[i]}` : `${numbers[i]}-${numbers[end]}`)
    i = end + 1
  }
  return texts.join(',')
}

/** Throws a RangeError for what is no list of numbers and ranges. */
export function numbersOf(text: string): number[] {
  return text.split(',').flatMap((part) => {
    const [, first, last = first] = /^(\d+)(?:-(\d+))?$/.exec(part) ?? []
    if (first === undefined) throw new RangeError(`--without: not a number or a range: ${part}`)
    return Array.from({ length: Number(last) - Number(first) + 1 }, (_, i) => Number(first) + i)
  })
}
