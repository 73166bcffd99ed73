// [DM-9.15] A map for browser players, who have no WAD. The map contains no art. Only the arena contains names of art.
import { type MapData, readMap } from '../import/map-data.ts'
import { type MapSurfaces, readSurfaces } from '../import/surfaces.ts'
import type { MapLumps } from '../import/wad.ts'
import { isGameplayThing } from './level/spawns-and-pickups.ts'

/** The map as plain data, which `api/geometry/<map>` returns as JSON. */
export interface Geometry extends MapData {
  /** Present only for the arena. */
  readonly surfaces?: MapSurfaces
}

export function createGeometry(map: MapLumps, isOwnMap: boolean): Geometry {
  const data = readMap(map)
  const things = data.things.filter(isGameplayThing)
  return { ...data, things, ...(isOwnMap && { surfaces: readSurfaces(map) }) }
}

/** Things may differ, because `createGeometry` leaves some out. */
export function isSameMap(a: MapData, b: MapData): boolean {
  const drawn = ({ lines, sectors }: MapData) => JSON.stringify([lines, sectors])
  return drawn(a) === drawn(b)
}
