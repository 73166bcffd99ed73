// One place of a seed and its item. Used by the hints.
import type { Place, Seed } from './seed.ts'

/** Undefined: the slot has no such location. */
export function placeAt(seed: Seed, finder: number, location: number): Place | undefined {
  const placement = seed.locations(finder).get(location)
  return placement && { ...placement, finder, location }
}
