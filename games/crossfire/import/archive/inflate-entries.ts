// Inflates a large archive entry into one buffer. fflate's stream allocates 160 KB or more for each chunk. A few MB of
// pictures that barely compress would need fifty such buffers, and the garbage collector ignores external buffers until
// they reach 64 MB. This code reuses one output buffer instead.
import { Inflate } from 'fflate'
import type { UploadedFile } from '../../../game.ts'
import { releaseBuffer } from '../../../shared/release-buffer.ts'
import { deflatedBytesOf, unpackEntry, type ZipEntry, ZipError } from '../../../shared/zip.ts'

/**
 * Deflate expands data by a factor of up to 1,032, so one slice produces at most 16 MiB before the output is counted.
 */
const slice = 16 * 1024
/** Holds the 32 KiB window of earlier output, the usual output of a slice, and the free space that fflate requires. */
const bufferBytes = 512 * 1024

/** The private field `o` of fflate 0.8.3 is the output buffer. It begins with the last 32 KiB of earlier output. */
interface InflateInternals {
  o: Uint8Array
}

/** Has the same result and errors as `unpackEntry`. */
export function inflateLargeEntry(file: UploadedFile, entry: ZipEntry): Uint8Array {
  const packed = deflatedBytesOf(file, entry)
  if (!packed) return unpackEntry(file, entry)
  const whole = new Uint8Array(entry.length)
  const sizeError = (bytes: number | string) =>
    new ZipError(`${entry.path}: inflated to ${bytes} bytes, but the zip declares ${entry.length}`)
  let at = 0
  const stream = new Inflate((piece) => {
    if (at + piece.length > whole.length) throw sizeError('more')
    whole.set(piece, at)
    at += piece.length
    releaseBuffer(piece)
  })
  const output = new Uint8Array(bufferBytes)
  try {
    for (let from = 0; from < packed.length; from += slice) {
      reuseOutput(stream as unknown as InflateInternals, output)
      stream.push(packed.subarray(from, from + slice), from + slice >= packed.length)
    }
  } catch (error) {
    if (error instanceof ZipError) throw error
    throw new ZipError(`${entry.path}: ${error instanceof Error ? error.message : 'unreadable'}`, {
      unparseable: true,
    })
  } finally {
    releaseBuffer(output)
    releaseBuffer(packed)
  }
  if (at !== whole.length) throw sizeError(at)
  return whole
}

function reuseOutput(stream: InflateInternals, output: Uint8Array): void {
  output.set(stream.o)
  releaseBuffer(stream.o)
  stream.o = output
}
