// One location of a seed and its item. Used by the hints.
import type { PlacedItem, Seed } from './seed.ts'

/** Undefined: the slot has no such location. */
export function placedItemAt(seed: Seed, finder: number, location: number): PlacedItem | undefined {
  const placement = seed.locations(finder).get(location)
  return placement && { ...placement, finder, location }
}
