// The number and the seeds of random test cases: a fixed seed, which repeats the cases of earlier runs, and a new one,
// which adds cases. CI runs all cases; other runs run only some of them, so that they finish within minutes.
import { randomInt } from 'node:crypto'

/** Environment variable for a seed. If it is set, only this seed runs, for example to repeat a failure. */
const seedVariable = 'PACKETBOAT_SEED'
const fixedSeed = 20261120
/** Environment variables for test processes: the seeds, and whether all cases run. */
const [seedsVariable, allCasesVariable] = ['PROPERTY_SEEDS', 'ALL_CASES']

/**
 * Returns the environment variables for test processes, and prints the new seed, so that a failure can be repeated
 * elsewhere.
 */
export function seedsOfThisRun(): { readonly [name: string]: string } {
  const given = process.env[seedVariable]
  const fresh = given ?? String(randomInt(2 ** 31))
  const all = process.env.CI ? '1' : ''
  console.log(`Seed of the properties: ${fresh}. Repeat with ${all && 'CI=1 '}${seedVariable}=${fresh}.`)
  return { [seedsVariable]: given ?? `${fixedSeed} ${fresh}`, [allCasesVariable]: all }
}

/** The seeds of this run, the new seed last. Outside test processes, the list contains only the fixed seed. */
export const seeds = (process.env[seedsVariable] ?? String(fixedSeed)).split(' ').map(Number)
const freshSeed = seeds.at(-1)!
const allCases = Boolean(process.env[allCasesVariable])

/** Environment variables, as text for a command line, that repeat the cases of this seed. */
export function repetition(seed: number | undefined): string {
  return `${allCases ? 'CI=1 ' : ''}${seedVariable}=${seed}`
}

/** The number of cases to run: `all` in CI, otherwise `all / share`, rounded up. */
export function casesOf(all: number, share = 10): number {
  return allCases ? all : Math.ceil(all / share)
}

/** Returns all cases in CI, otherwise `count` consecutive cases from an index that the seed determines. */
export function sampleOf<T>(cases: readonly T[], count: number): readonly T[] {
  if (allCases || count >= cases.length) return cases
  return Array.from({ length: count }, (_, n) => cases[(freshSeed + n) % cases.length]!)
}
