// Looks up the item at a location. Used by the hints.
import type { PlacedItem, Seed } from './seed.ts'

/** The item at a location of the slot `finder`. Undefined if the slot does not have the location. */
export function placedItemAt(seed: Seed, finder: number, location: number): PlacedItem | undefined {
  const placement = seed.locations(finder).get(location)
  return placement && { ...placement, finder, location }
}
