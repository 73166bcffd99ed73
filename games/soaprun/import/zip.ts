import type { UploadedFile } from '../../game.ts'
import { listZipEntries, unpackEntry, ZipError } from '../../shared/zip.ts'
import { MapError } from './map-error.ts'

const maxEntries = 4096
/** Of all entries together. */
export const maxUnpackedBytes = 16 * 1024 * 1024

/**
 * The files of the zip without folders and system files. Unpacks each file only when it is accessed. Throws MapError if
 * a zip or file cannot be unpacked within the limits.
 */
export function readZip(zip: UploadedFile): ReadonlyMap<string, () => Uint8Array> {
  const entries = toMapError(() => listZipEntries(zip, { entries: maxEntries, bytes: maxUnpackedBytes }))
  return new Map(entries.map((entry) => [entry.path, () => toMapError(() => unpackEntry(zip, entry))]))
}

function toMapError<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof ZipError)) throw error
    throw new MapError(error.message, { unparseable: error.unparseable })
  }
}
