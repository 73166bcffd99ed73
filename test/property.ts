// Property-based tests. Each run uses a fixed seed, which repeats the cases of earlier runs, and a fresh one, which adds new
// cases.
import fc, { type IAsyncProperty, type IProperty, type Parameters } from 'fast-check'
import { expect } from 'vitest'
import { casesOf, repetition, seeds } from './seeds.ts'

/** The parameters of a property without `seed`. A property with its own seed would test the same cases in every run. */
type PropertyParameters<Ts> = Omit<Parameters<Ts>, 'seed' | 'path'>

/**
 * An entry for `fc.oneof`: an action of one of these types with these fields, drawn `weight` times as often as an entry
 * of weight 1. `type Action = Drawn<typeof action>` is the type of the drawn actions.
 */
export function weighted<K extends string, T = unknown>(
  weight: number,
  types: readonly K[],
  fields?: { [F in keyof T]: fc.Arbitrary<T[F]> },
) {
  const arbitrary = fc.record({ type: fc.constantFrom(...types), ...fields })
  return { weight, arbitrary: arbitrary as unknown as fc.Arbitrary<{ readonly type: K } & T> }
}

export type Drawn<A> = A extends fc.Arbitrary<infer T> ? T : never

/**
 * Calls `fc.assert` with each seed. `numRuns` (default 100) is the number of cases of all seeds together. Outside CI
 * only a fifth of these cases run. A failure prints the command that repeats it.
 */
export function assertProperty<Ts>(
  property: IAsyncProperty<Ts>,
  parameters?: PropertyParameters<Ts>,
): Promise<void>
export function assertProperty<Ts>(property: IProperty<Ts>, parameters?: PropertyParameters<Ts>): void
export function assertProperty<Ts>(
  property: IAsyncProperty<Ts> | IProperty<Ts>,
  parameters: PropertyParameters<Ts> = {},
): Promise<void> | void {
  const numRuns = Math.ceil(casesOf(parameters.numRuns ?? 100, 5) / seeds.length)
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
  error.message += `\n\nAgain: ${repetition(seed)} npx vitest run ${testPath ?? ''} -t ${JSON.stringify(name)}`
  return error
}
