// zlib as Python writes it, unpacked within a bound: a bomb is noticed before it fills the memory.
import { Unzlib } from 'fflate'

/** Deflate grows at most 1,032-fold: no more than 4 MiB come out at once before they are counted. */
const slice = 4096
/** Two bytes in front, and the checksum behind. */
const wrapping = 6

/** Whether the first two bytes say zlib (RFC 1950, 2.2). */
export function isZlib([method = 0, flags = 0]: Uint8Array): boolean {
  return (method & 15) === 8 && (method * 256 + flags) % 31 === 0
}

/**
 * What the stream holds, or why it will not do, as the end of a sentence: it is over `most` bytes, no whole zlib
 * stream, or its checksum is another.
 */
export function inflate(bytes: Uint8Array, most: number): Uint8Array | string {
  const chunks: Uint8Array[] = []
  let length = 0
  const stream = new Unzlib((chunk) => {
    chunks.push(chunk)
    length += chunk.length
  })
  try {
    for (let at = 0; at < bytes.length; at += slice) {
      stream.push(bytes.subarray(at, at + slice), at + slice >= bytes.length)
      if (length > most) return `over ${most / 1024 / 1024} MiB when unpacked`
    }
  } catch (error) {
    return `not whole zlib data: ${error instanceof Error ? error.message : 'broken'}`
  }
  const whole = joined(chunks, length)
  const intact = bytes.length >= wrapping && adler32(whole) === checksum(bytes)
  return intact ? whole : 'damaged: its checksum is another'
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

function adler32(bytes: Uint8Array): number {
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
