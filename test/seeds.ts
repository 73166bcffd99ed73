// How many cases the random tests draw, and by which seeds: a fixed seed, which repeats the cases of earlier runs, and a fresh
// one, which adds new cases. CI draws all cases; elsewhere a part, because the suite has to answer within minutes.
import { randomInt } from 'node:crypto'

/** Set this to a seed to use it alone and repeat a failure. */
const seedVariable = 'PACKETBOAT_SEED'
const fixedSeed = 20261120
/** These pass the seeds, and whether all cases are drawn, to the test processes. */
const [seedsVariable, allCasesVariable] = ['PROPERTY_SEEDS', 'ALL_CASES']

/** The environment variables for test processes. Prints the fresh seed, so that a failure can be repeated elsewhere. */
export function seedsOfThisRun(): { readonly [name: string]: string } {
  const given = process.env[seedVariable]
  const fresh = given ?? String(randomInt(2 ** 31))
  const all = process.env.CI ? '1' : ''
  console.log(`Seed of the properties: ${fresh}. Repeat with ${all && 'CI=1 '}${seedVariable}=${fresh}.`)
  return { [seedsVariable]: given ?? `${fixedSeed} ${fresh}`, [allCasesVariable]: all }
}

/** In a test process: the seeds of this run, the fresh one last. */
export const seeds = (process.env[seedsVariable] ?? String(fixedSeed)).split(' ').map(Number)
const freshSeed = seeds.at(-1)!
const allCases = Boolean(process.env[allCasesVariable])

/** The environment that repeats this seed's cases, for a command. */
export function repetition(seed: number | undefined): string {
  return `${allCases ? 'CI=1 ' : ''}${seedVariable}=${seed}`
}

/** `all` in CI, elsewhere a part of it: `1 / share`, at least one. */
export function casesOf(all: number, share = 10): number {
  return allCases ? all : Math.ceil(all / share)
}

/** All cases in CI, elsewhere so many that follow each other from a place of this run's seed on. */
export function sampleOf<T>(cases: readonly T[], count: number): readonly T[] {
  if (allCases || count >= cases.length) return cases
  return Array.from({ length: count }, (_, n) => cases[(freshSeed + n) % cases.length]!)
}
