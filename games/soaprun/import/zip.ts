// A map's zip, unpacked: what it may hold, and its faults as this folder's.
import { unzip as unpack, ZipFault } from '../../shared/zip.ts'
import { MapFault } from './map-fault.ts'

export const mostEntries = 4096
/** Of all entries together, unpacked. */
export const mostBytes = 16 * 1024 * 1024

/** The files by their paths, without folders and litter. Throws MapFault for what cannot be unpacked within the bounds. */
export function unzip(bytes: Uint8Array): Map<string, Uint8Array> {
  try {
    return unpack(bytes, { entries: mostEntries, bytes: mostBytes })
  } catch (error) {
    if (!(error instanceof ZipFault)) throw error
    throw new MapFault(error.message, { unparseable: error.unparseable })
  }
}
