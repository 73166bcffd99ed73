// The records of a room's maps: what founding stores and what every opening reads. Played matches have their own.
import type { Store, Value } from '../../game.ts'
import { neededLumps } from '../import/map-data.ts'
import { type LumpPlace, type MapLumps, mapsOf, readWad, wadBytes, writeWad } from '../import/wad.ts'
import { type Geometry, geometryOf } from './geometry.ts'
import { type Level, readLevel } from './level.ts'

// maps          {names, ours}: the names in the file's order; whether they are the arena that ships
// map/<NAME>    a PWAD with the map's marker and lumps: all ten of the arena's, which is also served; of an upload
//               only the five that a server reads

interface MapsRecord {
  readonly [key: string]: readonly string[] | boolean
  readonly names: readonly string[]
  readonly ours: boolean
}

/** The map as it is stored of an upload: no nodes, which are its clients' concern, and no art. */
export function storedMap({ name, lumps }: MapLumps): Uint8Array {
  return writeWad([{ name, bytes: new Uint8Array(0) }, ...lumps.filter(isNeeded)])
}

/** How many bytes that will be, none of them read. */
export function storedBytes({ lumps }: MapLumps<LumpPlace>): number {
  return wadBytes([0, ...lumps.filter(isNeeded).map(({ size }) => size)])
}

function isNeeded({ name }: { readonly name: string }): boolean {
  return neededLumps.some((wanted) => wanted === name)
}

export function* mapRecords(
  maps: ReadonlyMap<string, Uint8Array>,
  ours: boolean,
): Iterable<readonly [key: string, value: Value]> {
  yield ['maps', { names: [...maps.keys()], ours } satisfies MapsRecord]
  for (const [name, wad] of maps) yield [`map/${name}`, wad]
}

/** The maps that a rotation may name. */
export function mapNames(store: Store): readonly string[] {
  return mapsRecord(store).names
}

/** Reads a stored map; some ms for a large one, so keep it. */
export function storedLevel(store: Store, name: string): Level {
  return readLevel(stored(store, `map/${name}`) as Uint8Array, name)
}

/** [DM-9.15] The stored map without its art, but for the names of the surfaces of ours. */
export function storedGeometry(store: Store, name: string): Geometry {
  const map = mapsOf(readWad(stored(store, `map/${name}`) as Uint8Array)).get(name)!
  return geometryOf(map, mapsRecord(store).ours)
}

/** [DM-9.11] The WAD to serve: only if it is ours. */
export function storedArena(store: Store): Uint8Array | undefined {
  const { names, ours } = mapsRecord(store)
  return ours ? (stored(store, `map/${names[0]}`) as Uint8Array) : undefined
}

function mapsRecord(store: Store): MapsRecord {
  return stored(store, 'maps') as MapsRecord
}

function stored(store: Store, key: string): Value {
  const value = store.get(key)
  if (value === undefined) throw new Error(`the record ${key} is missing`)
  return value
}
