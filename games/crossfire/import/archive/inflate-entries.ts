// Inflates a large archive entry into one buffer. fflate's stream allocates 160 KB or more for each chunk. For a few
// MB of pictures that barely compress this makes fifty external buffers, which the garbage collector ignores until
// they reach 64 MB. So one output buffer is reused.
import { Inflate } from 'fflate'
import type { UploadedFile } from '../../../game.ts'
import { releaseBuffer } from '../../../shared/release-buffer.ts'
import { deflatedBytes, unpackEntry, type ZipEntry, ZipError } from '../../../shared/zip.ts'

/** Deflate expands up to 1,032-fold, so one slice produces at most 16 MiB before the output is counted. */
const slice = 16 * 1024
/** Fits the usual output of a slice, the 32 KiB window before it and the free space that fflate requires after it. */
const bufferBytes = 512 * 1024

/** fflate's output buffer (0.8.3). It starts with the last 32 KiB of the previous output. */
interface BufferRange {
  o: Uint8Array
}

/** Same result and errors as `unpackEntry`. */
export function inflateLargeEntry(file: UploadedFile, entry: ZipEntry): Uint8Array {
  const packed = deflatedBytes(file, entry)
  if (!packed) return unpackEntry(file, entry)
  const whole = new Uint8Array(entry.length)
  const lies = (bytes: number | string) =>
    new ZipError(`${entry.path}: inflated to ${bytes} bytes, but the zip declares ${entry.length}`)
  let at = 0
  const stream = new Inflate((piece) => {
    if (at + piece.length > whole.length) throw lies('more')
    whole.set(piece, at)
    at += piece.length
    releaseBuffer(piece)
  })
  const desk = new Uint8Array(bufferBytes)
  try {
    for (let from = 0; from < packed.length; from += slice) {
      inflateInto(stream as unknown as BufferRange, desk)
      stream.push(packed.subarray(from, from + slice), from + slice >= packed.length)
    }
  } catch (error) {
    if (error instanceof ZipError) throw error
    throw new ZipError(`${entry.path}: ${error instanceof Error ? error.message : 'unreadable'}`, {
      unparseable: true,
    })
  } finally {
    releaseBuffer(desk)
    releaseBuffer(packed)
  }
  if (at !== whole.length) throw lies(at)
  return whole
}

function inflateInto(stream: BufferRange, desk: Uint8Array): void {
  desk.set(stream.o)
  releaseBuffer(stream.o)
  stream.o = desk
}
