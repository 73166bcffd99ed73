import { describe, expect, it } from 'vitest'
import {
  type GeoPoint,
  isRegion,
  nearestRegion,
  regions,
  roundTripMsTo,
  sortByDistance,
} from '../../../wire/net/region.ts'

const berlin = { latitude: 52.5, longitude: 13.4 }
const cities: readonly (readonly [string, GeoPoint, string])[] = [
  ['London', { latitude: 51.5, longitude: -0.1 }, 'weur'],
  ['Warsaw', { latitude: 52.2, longitude: 21 }, 'eeur'],
  ['Boston', { latitude: 42.4, longitude: -71 }, 'enam'],
  ['San Francisco', { latitude: 37.8, longitude: -122.4 }, 'wnam'],
  ['Buenos Aires', { latitude: -34.6, longitude: -58.4 }, 'sam'],
  ['Tokyo', { latitude: 35.7, longitude: 139.7 }, 'apac-ne'],
  ['Singapore', { latitude: 1.35, longitude: 103.8 }, 'apac-se'],
  ['Hong Kong', { latitude: 22.3, longitude: 114.2 }, 'apac'],
  ['Auckland', { latitude: -36.8, longitude: 174.8 }, 'oc'],
  ['Johannesburg', { latitude: -26.2, longitude: 28 }, 'afr'],
  ['Riyadh', { latitude: 24.7, longitude: 46.7 }, 'me'],
]

describe('a location', () => {
  it.each(cities)('in %s has the expected nearest region', (_, place, region) => {
    expect(nearestRegion(place)).toBe(region)
  })

  it('has a distance to a region that approximates the round-trip time', () => {
    expect(roundTripMsTo('weur', berlin)).toBeLessThan(20)
    expect(roundTripMsTo('enam', berlin)).toBeGreaterThan(80)
    expect(roundTripMsTo('enam', berlin)).toBeLessThan(120)
    expect(roundTripMsTo('oc', berlin)).toBeGreaterThan(200)
    // The shorter route crosses the date line.
    expect(roundTripMsTo('oc', { latitude: -40, longitude: -179 })).toBeLessThan(60)
  })
})

it('places are sorted by distance, with unknown places last; without a location their order is unchanged', () => {
  const all = [{ region: 'oc' }, {}, { region: 'weur' }, { region: 'enam' }] as const
  expect(sortByDistance(all, berlin)).toEqual([{ region: 'weur' }, { region: 'enam' }, { region: 'oc' }, {}])
  expect(sortByDistance(all, undefined)).toEqual(all)
})

it('only a listed region is valid', () => {
  expect(regions.every(isRegion)).toBe(true)
  expect([isRegion('mars'), isRegion(undefined)]).toEqual([false, false])
})
