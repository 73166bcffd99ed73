import type { PlacedItem, Seed } from './seed.ts'

/** Undefined if the slot does not have the location. */
export function placedItemAt(seed: Seed, finder: number, location: number): PlacedItem | undefined {
  const placement = seed.locations(finder).get(location)
  return placement && { ...placement, finder, location }
}

/** Skips locations that the slot does not have. */
export function placedItemsAt(seed: Seed, finder: number, locations: readonly number[]): PlacedItem[] {
  return locations.flatMap((location) => placedItemAt(seed, finder, location) ?? [])
}
