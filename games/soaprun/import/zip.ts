// A map's zip, unpacked: what it may hold, and its faults as this folder's.
import type { HandedIn } from '../../game.ts'
import { unpackedWhole, ZipFault, zipEntries } from '../../shared/zip.ts'
import { MapFault } from './map-fault.ts'

export const mostEntries = 4096
/** Of all entries together, unpacked. */
export const mostBytes = 16 * 1024 * 1024

/**
 * The files by their paths, without folders and litter, each unpacked when it is asked for. Throws MapFault for what cannot
 * be unpacked within the bounds.
 */
export function unzipped(zip: HandedIn): ReadonlyMap<string, () => Uint8Array> {
  const entries = orFault(() => zipEntries(zip, { entries: mostEntries, bytes: mostBytes }))
  return new Map(entries.map((entry) => [entry.path, () => orFault(() => unpackedWhole(zip, entry))]))
}

function orFault<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof ZipFault)) throw error
    throw new MapFault(error.message, { unparseable: error.unparseable })
  }
}
