// Inflates a large archive entry into one buffer. fflate's stream allocates 160 KB or more for each chunk. For a few
// MB of pictures that barely compress this makes fifty external buffers, which the garbage collector ignores until
// they reach 64 MB. So one output buffer is reused.
import { Inflate } from 'fflate'
import type { HandedIn } from '../../../game.ts'
import { giveBack } from '../../../shared/give-back.ts'
import { stillDeflated, unpackedWhole, type ZipEntry, ZipFault } from '../../../shared/zip.ts'

/** Deflate expands up to 1,032-fold, so at most 16 MiB are produced before they are counted. */
const slice = 16 * 1024
/** Fits the usual output of a slice, the 32 KiB window before it and the free space that fflate requires after it. */
const deskBytes = 512 * 1024

/** fflate's output buffer (0.8.3). It starts with the last 32 KiB of the previous output. */
interface Within {
  o: Uint8Array
}

/** Same result and errors as `unpackedWhole`. */
export function largeWhole(file: HandedIn, entry: ZipEntry): Uint8Array {
  const packed = stillDeflated(file, entry)
  if (!packed) return unpackedWhole(file, entry)
  const whole = new Uint8Array(entry.length)
  const lies = (bytes: number | string) =>
    new ZipFault(`${entry.path}: ${bytes} bytes came out of the zip, which says ${entry.length}`)
  let at = 0
  const stream = new Inflate((piece) => {
    if (at + piece.length > whole.length) throw lies('more')
    whole.set(piece, at)
    at += piece.length
    giveBack(piece)
  })
  const desk = new Uint8Array(deskBytes)
  try {
    for (let from = 0; from < packed.length; from += slice) {
      lend(stream as unknown as Within, desk)
      stream.push(packed.subarray(from, from + slice), from + slice >= packed.length)
    }
  } catch (error) {
    if (error instanceof ZipFault) throw error
    throw new ZipFault(`${entry.path}: ${error instanceof Error ? error.message : 'broken'}`, {
      unparseable: true,
    })
  } finally {
    giveBack(desk)
    giveBack(packed)
  }
  if (at !== whole.length) throw lies(at)
  return whole
}

function lend(stream: Within, desk: Uint8Array): void {
  desk.set(stream.o)
  giveBack(stream.o)
  stream.o = desk
}
