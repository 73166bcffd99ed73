// A large file of an archive in one place, with little left behind. A stream of the library's makes a new place of 160 KB and more
// at each piece, which for a few MB of pictures that hardly shrink is fifty: they lie outside of the heap, where nobody looks
// for them until they are 64 MB. So it is lent one place again and again.
import { Inflate } from 'fflate'
import type { HandedIn } from '../../../game.ts'
import { giveBack } from '../../../shared/give-back.ts'
import { stillDeflated, unpackedWhole, type ZipEntry, ZipFault } from '../../../shared/zip.ts'

/** Deflate grows at most 1,032-fold: no more than 16 MiB come out before they are counted. */
const slice = 16 * 1024
/** What nearly always comes out of a slice, with the 32 KiB before it and what the library wants free behind it. */
const deskBytes = 512 * 1024

/** Where the library's stream has what comes out; at its beginning the last 32 KiB of what came before. Of fflate 0.8.3. */
interface Within {
  o: Uint8Array
}

/** As `unpackedWhole`, and with its faults. */
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
