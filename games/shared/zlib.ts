// Unpacks zlib data from Python up to a size limit, so that a zip bomb is detected before it fills memory.
import { Unzlib } from 'fflate'
import { concatBytes } from '../../wire/util/concat-bytes.ts'

/** Bytes read at once. Deflate expands at most 1,032-fold, so at most 4 MiB are unpacked before they are counted. */
const readBytes = 4096
/** Bytes of a zlib stream in addition to its data: two of the header and four of the checksum. */
const headerBytes = 6

/** Whether the first two bytes are a zlib header (RFC 1950, 2.2). */
export function isZlib([method = 0, flags = 0]: Uint8Array): boolean {
  return (method & 15) === 8 && (method * 256 + flags) % 31 === 0
}

/**
 * Returns the unpacked bytes. If the output exceeds `maxBytes`, the stream is incomplete or the checksum is wrong,
 * returns the reason as the end of a sentence.
 */
export function inflate(bytes: Uint8Array, maxBytes: number): Uint8Array | string {
  const chunks: Uint8Array[] = []
  let length = 0
  const stream = new Unzlib((chunk) => {
    chunks.push(chunk)
    length += chunk.length
  })
  try {
    for (let at = 0; at < bytes.length; at += readBytes) {
      stream.push(bytes.subarray(at, at + readBytes), at + readBytes >= bytes.length)
      if (length > maxBytes) return `over ${maxBytes / 1024 / 1024} MiB when unpacked`
    }
  } catch (error) {
    return `incomplete zlib data: ${error instanceof Error ? error.message : 'broken'}`
  }
  const whole = concatBytes(chunks)
  const intact = bytes.length >= headerBytes && adler32(whole) === checksum(bytes)
  return intact ? whole : 'damaged: the checksum does not match'
}

/** The library does not check the last four bytes. */
function checksum(bytes: Uint8Array): number {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(bytes.length - 4)
}

function adler32(bytes: Uint8Array): number {
  let low = 1
  let high = 0
  for (let at = 0; at < bytes.length; ) {
    // The sums of at most 5552 bytes fit in 32 bits, so the modulo is computed once for so many bytes.
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
