import type { MapData } from '../board/board.ts'

/** The files of a map by lower-case name, without folders. */
export type MapFiles = ReadonlyMap<string, Uint8Array>

/** The map, and warnings for the map's author. */
export interface ImportedMap {
  readonly map: MapData
  readonly warnings: readonly string[]
}

/**
 * The files are not a valid map. The message names file and position. `unparseable`: whether the upload is not a zip.
 * archive.ts converts the error into a refusal.
 */
export class MapError extends Error {
  override name = 'MapError'
  readonly unparseable: boolean

  constructor(message: string, { unparseable = false } = {}) {
    super(message)
    this.unparseable = unparseable
  }
}

/** A client can store units 0 to 63. */
const maxUnits = 64

/** Adds a warning if there are more than 64 units. */
export function dropExcessUnits<U>(file: string, units: readonly U[], warnings: string[]): U[] {
  if (units.length > maxUnits) {
    warnings.push(
      `${file}: ${units.length} units, but a client supports only ${maxUnits}; the rest are skipped`,
    )
  }
  return units.slice(0, maxUnits)
}
