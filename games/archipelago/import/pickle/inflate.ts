// The zlib around a pickle, off.
import { inflate as inflateZlib } from '../../../shared/zlib.ts'
import { SeedFault } from '../fault.ts'

/**
 * Throws SeedFault for what is no whole zlib stream with the right checksum, and for more than `most` bytes;
 * `what` is how the message calls it.
 */
export function inflate(bytes: Uint8Array, most: number, what: string): Uint8Array {
  const unpacked = inflateZlib(bytes, most)
  if (typeof unpacked === 'string') throw new SeedFault(`${what} is ${unpacked}`)
  return unpacked
}
