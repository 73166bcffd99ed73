// [DM-9.15] A map as players in a browser are given it, who have no file of it: no art, and of uploads no names of any.
import { type MapData, readMap } from '../import/map-data.ts'
import { type Surfaces, surfacesOf } from '../import/surfaces.ts'
import type { MapLumps } from '../import/wad.ts'
import { isPlayed } from './things.ts'

/** Plain data; its JSON is what `api/geometry/<map>` answers. */
export interface Geometry extends MapData {
  /** Of our own map alone. */
  readonly surfaces?: Surfaces
}

export function geometryOf(map: MapLumps, ours: boolean): Geometry {
  const data = readMap(map)
  const things = data.things.filter(isPlayed)
  return { ...data, things, ...(ours && { surfaces: surfacesOf(map) }) }
}

/** Whether both are the same map: a file's and the one that is played. */
export function isSameMap(a: MapData, b: MapData): boolean {
  const drawn = ({ lines, sectors }: MapData) => JSON.stringify([lines, sectors])
  return drawn(a) === drawn(b)
}
