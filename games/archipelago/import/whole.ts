// A file that is read as a whole, if it is not too large for that.
import type { HandedIn } from '../../game.ts'
import { SeedFault } from './fault.ts'

/** Packed, of a multidata or a save; 120 slots take half a MiB. */
export const mostWhole = 16 * 1024 * 1024
/** What tells the one from the other. */
const headBytes = 256

/** Throws SeedFault for what is too large: what `look` throws at its first bytes, if it does. */
export function readWhole(file: HandedIn, what: string, look: (head: Uint8Array) => void): Uint8Array {
  if (file.size <= mostWhole) return file.read(0, file.size)
  look(file.read(0, headBytes))
  throw new SeedFault(`${what} is over ${mostWhole / 1024 / 1024} MiB`)
}
