// Unpacks a map's zip within limits, and reports faults as MapFault.
import type { HandedIn } from '../../game.ts'
import { unpackedWhole, ZipFault, zipEntries } from '../../shared/zip.ts'
import { MapFault } from './map-fault.ts'

export const mostEntries = 4096
/** Maximum unpacked bytes of all entries together. */
export const mostBytes = 16 * 1024 * 1024

/**
 * Files by path, without folders and system files, each unpacked on access. Throws MapFault for anything that cannot be
 * unpacked within the limits.
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
