// From which seeds the properties of a run are drawn (property.ts): a kept one, and one that is new each time.
import { randomInt } from 'node:crypto'

/** Set by hand, everything is drawn from this seed alone: how a failure is looked at again. */
export const seedVariable = 'PACKETBOAT_SEED'
/** By this the tests, which run in processes of their own, are told all seeds. */
export const seedsVariable = 'PROPERTY_SEEDS'
export const fixedSeed = 20261120

/** What tests are to find in their environment. Prints the new seed: a failure elsewhere is then one here. */
export function seedsOfThisRun(): { readonly [name: string]: string } {
  const given = process.env[seedVariable]
  const fresh = given ?? String(randomInt(2 ** 31))
  console.log(`Properties are drawn from ${fresh}; ${seedVariable}=${fresh} draws them so again.`)
  return { [seedsVariable]: given ?? `${fixedSeed} ${fresh}` }
}
