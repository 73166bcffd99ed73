// Decompresses the zlib stream around a pickle.
import { inflate } from '../../../shared/zlib.ts'
import { SeedError } from '../seed-error.ts'

/**
 * Throws SeedError for an incomplete zlib stream or a wrong checksum, and for more than `maxBytes` bytes; `what` names the
 * data in the message.
 */
export function inflatePickle(bytes: Uint8Array, maxBytes: number, what: string): Uint8Array {
  const unpacked = inflate(bytes, maxBytes)
  if (typeof unpacked === 'string') throw new SeedError(`${what} is ${unpacked}`)
  return unpacked
}
