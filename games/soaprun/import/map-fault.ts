// What the readers of this folder give, and how they say that a file will not do. archive.ts turns the one into the
// other's answer: nothing here leaves the folder but through it.
import type { MapData } from '../board/board.ts'

/** The files of one map by their lower-case names, folders left off. */
export type MapFiles = ReadonlyMap<string, Uint8Array>

/** A map as its files tell it, and what their author may want to mend. */
export interface Imported {
  readonly map: MapData
  readonly warnings: readonly string[]
}

/** The files make no map: the message names the file and the place in it. `unparseable`: they are no files at all. */
export class MapFault extends Error {
  override name = 'MapFault'
  readonly unparseable: boolean

  constructor(message: string, { unparseable = false } = {}) {
    super(message)
    this.unparseable = unparseable
  }
}

/** A client knows units 0 to 63. */
export const mostUnits = 64

/** The first 64, and a warning when there were more. */
export function knownUnits<U>(file: string, units: readonly U[], warnings: string[]): U[] {
  if (units.length > mostUnits) {
    warnings.push(
      `${file}: ${units.length} units, of which a client can know ${mostUnits}; the rest are left out`,
    )
  }
  return units.slice(0, mostUnits)
}
