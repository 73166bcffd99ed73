import { inflate } from '../../../shared/zlib.ts'
import { SeedError } from '../seed-error.ts'

/**
 * Throws SeedError if the stream is incomplete, has a wrong checksum, or contains more than `maxBytes` bytes. `what`:
 * the name of the data in the error message.
 */
export function inflatePickle(bytes: Uint8Array, maxBytes: number, what: string): Uint8Array {
  const unpacked = inflate(bytes, maxBytes)
  if (typeof unpacked === 'string') throw new SeedError(`${what} is ${unpacked}`)
  return unpacked
}
