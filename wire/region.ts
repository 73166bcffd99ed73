// Parts of the world, as Cloudflare names the places that a Durable Object may be put to: rooms are founded in one,
// sidecars stand in one, and who plays is sent to the nearest.

export const regions = ['wnam', 'enam', 'sam', 'weur', 'eeur', 'apac', 'oc', 'afr', 'me'] as const
export type Region = (typeof regions)[number]

/** For people. */
export const regionNames: { readonly [region in Region]: string } = {
  wnam: 'western North America',
  enam: 'eastern North America',
  sam: 'South America',
  weur: 'western Europe',
  eeur: 'eastern Europe',
  apac: 'Asia',
  oc: 'Oceania',
  afr: 'Africa',
  me: 'the Middle East',
}

/** In degrees; south and west are negative. */
export interface Place {
  readonly latitude: number
  readonly longitude: number
}

/** Where most of a region's machines are, roughly. */
const centres: { readonly [region in Region]: Place } = {
  wnam: { latitude: 40, longitude: -119 },
  enam: { latitude: 39.5, longitude: -79 },
  sam: { latitude: -23, longitude: -47 },
  weur: { latitude: 49.5, longitude: 4 },
  eeur: { latitude: 51, longitude: 20 },
  apac: { latitude: 22, longitude: 114 },
  oc: { latitude: -34, longitude: 149 },
  afr: { latitude: -26, longitude: 28 },
  me: { latitude: 25.2, longitude: 54 },
}

const earthKm = 6371
/** Light in glass, there and back, on ways that are never straight. */
const kmOfAMillisecond = 70

/** By a great circle, in kilometres. */
function distance(from: Place, to: Place): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180
  const [here, there] = [radians(from.latitude), radians(to.latitude)]
  const half = (angle: number) => Math.sin(angle / 2) ** 2
  const across = radians(to.longitude - from.longitude)
  const chord = half(there - here) + Math.cos(here) * Math.cos(there) * half(across)
  return 2 * earthKm * Math.asin(Math.min(1, Math.sqrt(chord)))
}

/** How long a packet takes from `place` to this region and back, about, in milliseconds. */
export function millisecondsTo(region: Region, place: Place): number {
  return Math.round(distance(place, centres[region]) / kmOfAMillisecond)
}

/** As far as a packet goes between the middles of two regions, there and back, in milliseconds; within one 0. */
export function millisecondsBetween(one: Region, other: Region): number {
  return millisecondsTo(one, centres[other])
}

/** The region that this place is nearest to. */
export function regionAt(place: Place): Region {
  return regions.reduce((nearest, region) =>
    millisecondsTo(region, place) < millisecondsTo(nearest, place) ? region : nearest,
  )
}

export function isRegion(value: unknown): value is Region {
  return (regions as readonly unknown[]).includes(value)
}

/** The nearest first; what is nowhere, or just as near, stays in its order. `place` undefined: as they are. */
export function nearestFirst<T extends { readonly region?: Region | undefined }>(
  all: readonly T[],
  place: Place | undefined,
): readonly T[] {
  if (!place) return all
  const far = ({ region }: T) => (region ? millisecondsTo(region, place) : Number.MAX_SAFE_INTEGER)
  return all.toSorted((one, other) => far(one) - far(other))
}
