// Properties: what holds for whatever is drawn. Each run draws from a kept seed, so that what passed yesterday is asked
// again, and from one of its own, so that what nobody has asked yet comes up one day.
import fc, { type IAsyncProperty, type IProperty, type Parameters } from 'fast-check'
import { expect } from 'vitest'
import { fixedSeed, seedsVariable, seedVariable } from './seeds.ts'

/** Those of this process, as vitest.config.ts found them. */
const seeds = (process.env[seedsVariable] ?? String(fixedSeed)).split(' ').map(Number)

/** Seeds are the run's, never a test's own: from one seed of its own a property would be asked the same for ever. */
type PropertyParameters<Ts> = Omit<Parameters<Ts>, 'seed' | 'path'>

/** As `fc.assert`, with `numRuns` (100) shared among the seeds. A failure says how to run it again. */
export function assertProperty<Ts>(
  property: IAsyncProperty<Ts>,
  parameters?: PropertyParameters<Ts>,
): Promise<void>
export function assertProperty<Ts>(property: IProperty<Ts>, parameters?: PropertyParameters<Ts>): void
export function assertProperty<Ts>(
  property: IAsyncProperty<Ts> | IProperty<Ts>,
  parameters: PropertyParameters<Ts> = {},
): Promise<void> | void {
  const numRuns = Math.ceil((parameters.numRuns ?? 100) / seeds.length)
  const drawn = seeds.map((seed) => ({ ...parameters, numRuns, seed }))
  if (property.isAsync()) return assertInSequence(property as IAsyncProperty<Ts>, drawn)
  for (const one of drawn) {
    try {
      fc.assert(property as IProperty<Ts>, one)
    } catch (error) {
      throw withReproduction(error, one.seed)
    }
  }
}

async function assertInSequence<Ts>(
  property: IAsyncProperty<Ts>,
  drawn: readonly Parameters<Ts>[],
): Promise<void> {
  for (const one of drawn) {
    await fc.assert(property, one).catch((error: unknown) => {
      throw withReproduction(error, one.seed)
    })
  }
}

function withReproduction(error: unknown, seed: number | undefined): unknown {
  if (!(error instanceof Error)) return error
  const { testPath, currentTestName } = expect.getState()
  const name = currentTestName?.replaceAll(' > ', ' ')
  error.message += `\n\nAgain: ${seedVariable}=${seed} npx vitest run ${testPath ?? ''} -t ${JSON.stringify(name)}`
  return error
}
