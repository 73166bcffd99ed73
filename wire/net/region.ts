// Regions, named like Cloudflare's location hints for Durable Objects. Each room and each sidecar is in a region, and
// players are sent to the nearest sidecar.

export const regions = [
  'wnam',
  'enam',
  'sam',
  'weur',
  'eeur',
  'apac',
  'apac-ne',
  'apac-se',
  'oc',
  'afr',
  'me',
] as const
export type Region = (typeof regions)[number]

export const regionNames: { readonly [region in Region]: string } = {
  wnam: 'western North America',
  enam: 'eastern North America',
  sam: 'South America',
  weur: 'western Europe',
  eeur: 'eastern Europe',
  apac: 'Asia',
  'apac-ne': 'Northeast Asia',
  'apac-se': 'Southeast Asia',
  oc: 'Oceania',
  afr: 'Africa',
  me: 'the Middle East',
}

/** In degrees. Southern latitudes and western longitudes are negative. */
export interface GeoPoint {
  readonly latitude: number
  readonly longitude: number
}

/** The approximate place of most machines of each region. */
const regionCenters: { readonly [region in Region]: GeoPoint } = {
  wnam: { latitude: 40, longitude: -119 },
  enam: { latitude: 39.5, longitude: -79 },
  sam: { latitude: -23, longitude: -47 },
  weur: { latitude: 49.5, longitude: 4 },
  eeur: { latitude: 51, longitude: 20 },
  apac: { latitude: 22, longitude: 114 },
  'apac-ne': { latitude: 36, longitude: 136 },
  'apac-se': { latitude: 3, longitude: 104 },
  oc: { latitude: -34, longitude: 149 },
  afr: { latitude: -26, longitude: 28 },
  me: { latitude: 25.2, longitude: 54 },
}

const earthKm = 6371
/**
 * Kilometres between two places per millisecond of round trip. It accounts for the speed of light in fiber, for both
 * ways, and for indirect routes.
 */
const kmPerMillisecond = 70

function distanceKm(from: GeoPoint, to: GeoPoint): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180
  const [here, there] = [radians(from.latitude), radians(to.latitude)]
  const half = (angle: number) => Math.sin(angle / 2) ** 2
  const across = radians(to.longitude - from.longitude)
  const chord = half(there - here) + Math.cos(here) * Math.cos(there) * half(across)
  return 2 * earthKm * Math.asin(Math.min(1, Math.sqrt(chord)))
}

/** Approximate round-trip time from `point` to this region, in milliseconds. */
export function roundTripMsTo(region: Region, point: GeoPoint): number {
  return Math.round(distanceKm(point, regionCenters[region]) / kmPerMillisecond)
}

/** Approximate round-trip time between the centres of two regions, in milliseconds; 0 within one. */
export function roundTripMsBetween(one: Region, other: Region): number {
  return roundTripMsTo(one, regionCenters[other])
}

/** `among`: the regions to choose from, at least one. */
export function nearestRegion(point: GeoPoint, among: readonly Region[] = regions): Region {
  return among.reduce((nearest, region) =>
    roundTripMsTo(region, point) < roundTripMsTo(nearest, point) ? region : nearest,
  )
}

export function isRegion(value: unknown): value is Region {
  return (regions as readonly unknown[]).includes(value)
}

/** Items without a region are last, and ties keep their order. */
export function sortByDistance<T extends { readonly region?: Region | undefined }>(
  all: readonly T[],
  point: GeoPoint | undefined,
): readonly T[] {
  if (!point) return all
  const far = ({ region }: T) => (region ? roundTripMsTo(region, point) : Number.MAX_SAFE_INTEGER)
  return all.toSorted((one, other) => far(one) - far(other))
}
