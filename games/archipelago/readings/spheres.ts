// A room's progress by the spheres of the seed's own playthrough. Locations that are not checked are only counted,
// never named. Used by index.ts, and by pages for its types.
import { player } from '../seed/seed.ts'
import type { Multiworld } from '../world.ts'
import { type Who, who } from './hints.ts'
import { kindName } from './words.ts'

export interface SpheresReading {
  /** Empty if the seed has no spheres. */
  readonly spheres: readonly SphereRow[]
}

/** Spheres count from 1; 0 has the locations in no sphere. */
export interface SphereRow {
  readonly sphere: number
  readonly checks: number
  readonly locations: number
}

export interface SphereReading extends SphereRow {
  readonly places: readonly PlaceRow[]
}

/** A found item. */
export interface PlaceRow {
  readonly finder: Who
  readonly receiver: Who
  readonly item: string
  readonly location: string
  readonly game: string
  readonly kind: string
}

export function spheresReading(world: Multiworld): SpheresReading {
  if (!world.seed.hasSpheres) return { spheres: [] }
  const spheres = new Map<number, { checks: number; locations: number }>()
  for (const { sphere, checked } of everyPlace(world)) {
    const row = spheres.get(sphere) ?? { checks: 0, locations: 0 }
    row.locations++
    if (checked) row.checks++
    spheres.set(sphere, row)
  }
  const rows = [...spheres].map(([sphere, counts]) => ({ sphere, ...counts }))
  return { spheres: rows.sort((a, b) => a.sphere - b.sphere) }
}

/** Undefined: no such sphere. */
export function sphereReading(world: Multiworld, asked: string): SphereReading | undefined {
  const row = spheresReading(world).spheres.find(({ sphere }) => `${sphere}` === asked)
  return row && { ...row, places: [...placesIn(world, row.sphere)] }
}

function* placesIn(world: Multiworld, wanted: number): Generator<PlaceRow> {
  for (const { sphere, checked, finder, location } of everyPlace(world)) {
    if (sphere !== wanted || !checked) continue
    const { item, receiver, flags } = world.seed.locations(finder).get(location)!
    yield {
      finder: who(world, finder),
      receiver: who(world, receiver),
      item: world.itemName(receiver, item),
      location: world.locationName(finder, location),
      game: world.game(finder),
      kind: kindName(flags),
    }
  }
}

interface EveryPlace {
  readonly sphere: number
  readonly checked: boolean
  readonly finder: number
  readonly location: number
}

function* everyPlace(world: Multiworld): Generator<EveryPlace> {
  for (const { slot, type } of world.seed.slots.values()) {
    if (type !== player) continue
    const places = world.seed.locations(slot)
    const checked = world.checks.checked(slot)
    // Both lists are ascending: with up to a million locations, one pass avoids a search for each.
    let next = 0
    for (const location of places.ids) {
      const isChecked = checked[next] === location
      if (isChecked) next++
      yield { sphere: places.sphere(location) + 1, checked: isChecked, finder: slot, location }
    }
  }
}
