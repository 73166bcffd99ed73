// `npm run simulate`: runs whole rooms under one seeded scheduler, until one breaks an invariant.
//
//   npm run simulate -- --seed N [--game G] [--runs R] [--steps S]    runs seeds N, N + 1, …; a single seed prints its
// log npm run simulate -- --mutants                                     checks that every mutant is found
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import '../../cli/bundle/import-data-files.ts'
import { installMutant, type Mutant, mutants } from './mutants/mutants.ts'

/** Default number of seeds for each game. They take some hours. */
const defaultRuns = 100_000
/** With --mutants, the number of seeds within which each mutant must be found. */
const mutantRuns = 2000

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    game: { type: 'string' },
    runs: { type: 'string' },
    steps: { type: 'string' },
    without: { type: 'string' },
    mutants: { type: 'boolean', default: false },
    mutant: { type: 'string' },
  },
})

if (values.mutants) process.exitCode = showMutants()
else if (values.mutant !== undefined) process.exitCode = await tryMutant(Number(values.mutant))
else process.exitCode = await simulate()

async function simulate(): Promise<number> {
  // The simulator is imported after the mutant is installed.
  const { gameModels } = await import('./models/index.ts')
  const { defaultSteps, explainFailure, parseRanges, replay, search, seedName } = await import(
    './runner/search.ts'
  )
  const { createPlan } = await import('./scenarios/plan.ts')
  const from = values.seed === undefined ? Date.now() % 1_000_000_000 : Number(values.seed)
  const steps = Number(values.steps ?? defaultSteps)
  if (values.game === 'site') return simulateSites(from, Number(values.runs ?? defaultRuns))
  const games = values.game === undefined ? [...gameModels.keys()] : [values.game]
  for (const game of games) {
    const model = gameModels.get(game)
    if (!model) {
      console.error(`there is no game ${game}; there are ${[...gameModels.keys()].join(', ')}`)
      return 2
    }
    if (values.seed !== undefined && values.runs === undefined) {
      const left = values.without === undefined ? [] : parseRanges(values.without)
      const { broken, log } = await replay(model, createPlan(seedName(game, from), steps, model), left)
      console.log(log.join('\n'))
      console.log(broken ? `${broken.rule}: ${broken.message}` : 'passed')
      if (broken) return 1
      continue
    }
    const runs = Number(values.runs ?? defaultRuns)
    const began = process.cpuUsage()
    const found = await search(game, model, from, runs, steps)
    if (found) {
      console.log(`${game}: seed ${found.seed} breaks an invariant`)
      console.log(await explainFailure(model, found))
      return 1
    }
    const { user, system } = process.cpuUsage(began)
    const seconds = (user + system) / 1_000_000
    console.log(`${game}: ${runs} seeds from ${from} on passed (${seconds.toFixed(1)} s of CPU time)`)
  }
  return 0
}

/** Simulates the Directory and its rooms, without players. A failing seed prints its whole log. */
async function simulateSites(from: number, runs: number): Promise<number> {
  const { findBrokenSite } = await import('./scenarios/site-simulation.ts')
  const found = await findBrokenSite(from, runs)
  if (!found) {
    console.log(`${runs} sites from ${from} on passed`)
    return 0
  }
  console.log(found.log.join('\n'))
  console.log(`site ${found.seed}: ${found.broken.rule}: ${found.broken.message}`)
  return 1
}

/** One process per mutant, because imported modules stay loaded. */
function showMutants(): number {
  let missed = 0
  for (const [n, { name }] of mutants.entries()) {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [fileURLToPath(import.meta.url), '--mutant', String(n)],
      { encoding: 'utf8' },
    )
    const after = status === 0 ? Number(stdout) : 0
    if (after > 0) console.log(`${name}: found after ${after} seeds`)
    else {
      missed++
      console.log(`${name}: MISSED${stderr ? ` (${stderr.trim().split('\n').at(-1)})` : ''}`)
    }
  }
  return missed > 0 ? 1 : 0
}

/** Prints the number of seeds until the mutant was found, or 0 if it was not. Returns the exit code. */
async function tryMutant(n: number): Promise<number> {
  const mutant: Mutant | undefined = mutants[n]
  if (!mutant) return 2
  installMutant(mutant)
  if (mutant.game === 'site') {
    const { findBrokenSite } = await import('./scenarios/site-simulation.ts')
    console.log((await findBrokenSite(1, mutantRuns))?.seed ?? 0)
    return 0
  }
  const { gameModels } = await import('./models/index.ts')
  const { search } = await import('./runner/search.ts')
  const { game = 'tally' } = mutant
  const found = await search(game, gameModels.get(game)!, 1, mutantRuns)
  console.log(found ? found.seed : 0)
  return 0
}
