import type { UploadedFile } from '../../game.ts'
import { SeedError } from './seed-error.ts'

/** Maximum bytes of a compressed file. A multiworld of 120 slots takes half a MiB. */
export const maxFileBytes = 16 * 1024 * 1024
/** Enough bytes to distinguish a multidata from a save. */
const headBytes = 256

/**
 * Throws SeedError if the file is too large. `checkHead`: is called for a file that is too large, and can throw a more
 * specific error for the first bytes.
 */
export function readWholeFile(
  file: UploadedFile,
  what: string,
  checkHead: (head: Uint8Array) => void,
): Uint8Array {
  if (file.size <= maxFileBytes) return file.read(0, file.size)
  checkHead(file.read(0, headBytes))
  throw new SeedError(`${what} is larger than ${maxFileBytes / 1024 / 1024} MiB`)
}
