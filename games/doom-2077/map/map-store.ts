// A room writes its maps when it is created, and reads them whenever it starts. The current match has its own record.

import type { RecordStore, RecordValue } from '../../game.ts'
import { requireRecord } from '../../shared/require-record.ts'
import { serverLumpNames } from '../import/map-data.ts'
import { findMaps, type LumpEntry, type MapLumps, readWad, wadBytes, writeWad } from '../import/wad.ts'
import { createGeometry, type Geometry } from './geometry.ts'
import { type Level, parseLevel } from './level/level.ts'

// maps          {names, ours}: the names in the file's order; whether they are the built-in arena
// map/<NAME>    a PWAD with the map's marker and lumps: for the arena, which the room also serves, all ten; for an
//               upload only the five that a server reads

interface MapsRecord {
  readonly [key: string]: readonly string[] | boolean
  readonly names: readonly string[]
  readonly ours: boolean
}

/** Stores neither art nor nodes, which only clients need. */
export function encodeStoredMap({ name, lumps }: MapLumps): Uint8Array {
  return writeWad([{ name, bytes: new Uint8Array(0) }, ...lumps.filter(isNeeded)])
}

/** Computes the size without reading the lumps. */
export function storedMapSize({ lumps }: MapLumps<LumpEntry>): number {
  return wadBytes([0, ...lumps.filter(isNeeded).map(({ size }) => size)])
}

function isNeeded({ name }: { readonly name: string }): boolean {
  return serverLumpNames.some((expected) => expected === name)
}

export function* mapRecords(
  maps: ReadonlyMap<string, Uint8Array>,
  ours: boolean,
): Iterable<readonly [key: string, value: RecordValue]> {
  yield ['maps', { names: [...maps.keys()], ours } satisfies MapsRecord]
  for (const [name, wad] of maps) yield [`map/${name}`, wad]
}

/** The maps that the rotation may contain. */
export function storedMapNames(store: RecordStore): readonly string[] {
  return readMapsRecord(store).names
}

/** Reading a large map takes some ms, so keep the result. */
export function readStoredLevel(store: RecordStore, name: string): Level {
  return parseLevel(requireRecord(store, `map/${name}`) as Uint8Array, name)
}

/** [DM-9.15] */
export function readStoredGeometry(store: RecordStore, name: string): Geometry {
  const map = findMaps(readWad(requireRecord(store, `map/${name}`) as Uint8Array)).get(name)!
  return createGeometry(map, readMapsRecord(store).ours)
}

/** [DM-9.11] Undefined if the maps were uploaded. */
export function readStoredArena(store: RecordStore): Uint8Array | undefined {
  const { names, ours } = readMapsRecord(store)
  return ours ? (requireRecord(store, `map/${names[0]}`) as Uint8Array) : undefined
}

function readMapsRecord(store: RecordStore): MapsRecord {
  return requireRecord(store, 'maps') as MapsRecord
}
