// The seeds of a run's properties (property.ts): a fixed one and a fresh one.
import { randomInt } from 'node:crypto'

/** Set this to a seed to use it alone and repeat a failure. */
export const seedVariable = 'PACKETBOAT_SEED'
/** Passes the seeds to the test processes. */
export const seedsVariable = 'PROPERTY_SEEDS'
export const fixedSeed = 20261120

/** The environment variables for test processes. Prints the fresh seed, so that a failure can be repeated elsewhere. */
export function seedsOfThisRun(): { readonly [name: string]: string } {
  const given = process.env[seedVariable]
  const fresh = given ?? String(randomInt(2 ** 31))
  console.log(`Seed of the properties: ${fresh}. Repeat with ${seedVariable}=${fresh}.`)
  return { [seedsVariable]: given ?? `${fixedSeed} ${fresh}` }
}
