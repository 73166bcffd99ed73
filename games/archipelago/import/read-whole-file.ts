// Reads a file of limited size as a whole.
import type { UploadedFile } from '../../game.ts'
import { SeedError } from './seed-error.ts'

/** Maximum size of a compressed multidata or save; 120 slots take half a MiB. */
export const maxFileBytes = 16 * 1024 * 1024
/** Enough bytes to tell a multidata from a save. */
const headBytes = 256

/** Throws SeedError for a file that is too large, unless `checkHead` rejects its first bytes. */
export function readWholeFile(
  file: UploadedFile,
  what: string,
  checkHead: (head: Uint8Array) => void,
): Uint8Array {
  if (file.size <= maxFileBytes) return file.read(0, file.size)
  checkHead(file.read(0, headBytes))
  throw new SeedError(`${what} is larger than ${maxFileBytes / 1024 / 1024} MiB`)
}
