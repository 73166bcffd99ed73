// zlib as Python writes it, unpacked within a bound: a bomb is noticed before it fills the memory.
import { Unzlib } from 'fflate'
import { SeedFault } from './seed-fault.ts'

/** Deflate grows at most 1,032-fold: no more than 4 MiB come out at once before they are counted. */
const slice = 4096

/**
 * Throws SeedFault for what is no whole zlib stream with the right checksum, and for more than `most` bytes;
 * `what` is how the message calls it.
 */
export function inflate(bytes: Uint8Array, most: number, what: string): Uint8Array {
  const chunks: Uint8Array[] = []
  let length = 0
  const stream = new Unzlib((chunk) => {
    length += chunk.length
    if (length > most) throw new SeedFault(`${what} is over ${most / 1024 / 1024} MiB when unpacked`)
    chunks.push(chunk)
  })
  try {
    for (let at = 0; at < bytes.length; at += slice)
      stream.push(bytes.subarray(at, at + slice), at + slice >= bytes.length)
  } catch (error) {
    if (error instanceof SeedFault) throw error
    throw new SeedFault(
      `${what} is not whole zlib data: ${error instanceof Error ? error.message : 'broken'}`,
    )
  }
  const whole = joined(chunks, length)
  if (bytes.length < 6 || adler32(whole) !== checksum(bytes))
    throw new SeedFault(`${what} is damaged: its checksum is another`)
  return whole
}

function joined(chunks: readonly Uint8Array[], length: number): Uint8Array {
  const whole = new Uint8Array(length)
  let at = 0
  for (const chunk of chunks) {
    whole.set(chunk, at)
    at += chunk.length
  }
  return whole
}

/** The stream's last four bytes: the library does not look at them. */
function checksum(bytes: Uint8Array): number {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(bytes.length - 4)
}

export function adler32(bytes: Uint8Array): number {
  let low = 1
  let high = 0
  for (let at = 0; at < bytes.length; ) {
    // So many sums fit 32 bits before the remainder must be taken.
    const end = Math.min(at + 5552, bytes.length)
    while (at < end) {
      low += bytes[at++]!
      high += low
    }
    low %= 65_521
    high %= 65_521
  }
  return ((high << 16) | low) >>> 0
}
