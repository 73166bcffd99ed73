// The progress of a room by the spheres of the seed. Locations that are not checked are counted, but never named.
import { playerSlotType } from '../seed/seed.ts'
import type { Multiworld } from '../world.ts'
import { type SlotReference, slotReference } from './hints.ts'
import { classificationName } from './labels.ts'

export interface SpheresResponse {
  /** The spheres, ascending. Empty if the seed has no spheres. */
  readonly spheres: readonly SphereRow[]
}

/** Spheres are numbered from 1. Sphere 0 has the locations that are in no sphere. */
export interface SphereRow {
  readonly sphere: number
  readonly checks: number
  readonly locations: number
}

export interface SphereResponse extends SphereRow {
  readonly places: readonly PlacedItemRow[]
}

export interface PlacedItemRow {
  readonly finder: SlotReference
  readonly receiver: SlotReference
  readonly item: string
  readonly location: string
  readonly game: string
  readonly kind: string
}

export function spheresResponse(world: Multiworld): SpheresResponse {
  if (!world.seed.hasSpheres) return { spheres: [] }
  const spheres = new Map<number, { checks: number; locations: number }>()
  for (const { sphere, checked } of allLocations(world)) {
    const row = spheres.get(sphere) ?? { checks: 0, locations: 0 }
    row.locations++
    if (checked) row.checks++
    spheres.set(sphere, row)
  }
  const rows = [...spheres].map(([sphere, counts]) => ({ sphere, ...counts }))
  return { spheres: rows.sort((a, b) => a.sphere - b.sphere) }
}

/** Undefined if the sphere does not exist. */
export function sphereResponse(world: Multiworld, requested: string): SphereResponse | undefined {
  const row = spheresResponse(world).spheres.find(({ sphere }) => `${sphere}` === requested)
  return row && { ...row, places: [...placedItemsIn(world, row.sphere)] }
}

function* placedItemsIn(world: Multiworld, wanted: number): Generator<PlacedItemRow> {
  for (const { sphere, checked, finder, location } of allLocations(world)) {
    if (sphere !== wanted || !checked) continue
    const { item, receiver, flags } = world.seed.locations(finder).get(location)!
    yield {
      finder: slotReference(world, finder),
      receiver: slotReference(world, receiver),
      item: world.itemName(receiver, item),
      location: world.locationName(finder, location),
      game: world.game(finder),
      kind: classificationName(flags),
    }
  }
}

/** Maximum number of listed locations, because a room can have a million locations. */
const maxTrackedLocations = 20_000

/** [AP-11.10] */
export interface SphereTrackerResponse {
  /** The checked locations, sorted by sphere, finder and location. Locations in no sphere are left out. */
  readonly places: readonly TrackedLocation[]
  /** Whether `places` lacks checked locations, because they are more than `maxTrackedLocations`. */
  readonly more: boolean
}

interface TrackedLocation {
  readonly sphere: number
  readonly finder: string
  readonly receiver: string
  readonly item: string
  readonly location: string
  readonly game: string
}

export function sphereTrackerResponse(world: Multiworld): SphereTrackerResponse {
  const found = world.seed.hasSpheres
    ? [...allLocations(world)].filter(({ sphere, checked }) => checked && sphere > 0)
    : []
  found.sort((a, b) => a.sphere - b.sphere)
  return {
    places: found.slice(0, maxTrackedLocations).map(({ sphere, finder, location }) => {
      const { item, receiver } = world.seed.locations(finder).get(location)!
      return {
        sphere,
        finder: world.playerName(finder),
        receiver: world.playerName(receiver),
        item: world.itemName(receiver, item),
        location: world.locationName(finder, location),
        game: world.game(finder),
      }
    }),
    more: found.length > maxTrackedLocations,
  }
}

interface LocationInSphere {
  readonly sphere: number
  readonly checked: boolean
  readonly finder: number
  readonly location: number
}

function* allLocations(world: Multiworld): Generator<LocationInSphere> {
  for (const { slot, type } of world.seed.slots.values()) {
    if (type !== playerSlotType) continue
    const places = world.seed.locations(slot)
    const checked = world.checks.checked(slot)
    // Both lists are ascending, so one pass finds the checked locations without a search for each.
    let next = 0
    for (const location of places.ids) {
      const isChecked = checked[next] === location
      if (isChecked) next++
      yield { sphere: places.sphere(location) + 1, checked: isChecked, finder: slot, location }
    }
  }
}
