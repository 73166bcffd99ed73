// Shared types and errors of this folder's readers. archive.ts converts MapError into a refusal.
import type { MapData } from '../board/board.ts'

/** The files of one map by lower-case name, without folders. */
export type MapFiles = ReadonlyMap<string, Uint8Array>

/** A parsed map, and warnings for its author. */
export interface ImportedMap {
  readonly map: MapData
  readonly warnings: readonly string[]
}

/**
 * Thrown if the files are not a valid map. The message names file and position. `unparseable`: whether the upload is
 * not a zip.
 */
export class MapError extends Error {
  override name = 'MapError'
  readonly unparseable: boolean

  constructor(message: string, { unparseable = false } = {}) {
    super(message)
    this.unparseable = unparseable
  }
}

/** Maximum number of units, because a client has room for units 0 to 63. */
const maxUnits = 64

/** The first 64 units. Adds a warning if there are more. */
export function limitUnits<U>(file: string, units: readonly U[], warnings: string[]): U[] {
  if (units.length > maxUnits) {
    warnings.push(
      `${file}: ${units.length} units, but a client supports only ${maxUnits}; the rest are skipped`,
    )
  }
  return units.slice(0, maxUnits)
}
