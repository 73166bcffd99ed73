// Optional chunks are removed because they could inflate to any size in the decoder.
import { Unzlib } from 'fflate'
import { concatBytes } from '../../../wire/util/concat-bytes.ts'
import { ImportError } from '../import/format/import-error.ts'

/** A decoder needs these chunks; colour profiles, texts, times and others are removed. */
const wanted: ReadonlySet<string> = new Set(['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND'])
const headBytes = 8
/** Bytes of a chunk besides its data: length, type and checksum. */
const frameBytes = 12
/** Number of samples per pixel for each colour type (PNG, 11.2.2). */
const samples: { readonly [colours: number]: number } = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }
/** Compressed bytes per step, so that at most about a megabyte is inflated before it is counted. */
const slice = 1024

/** Throws ImportError for an incomplete PNG, or if it inflates to more data than its size allows. */
export function sanitizePng(name: string, png: Uint8Array): Uint8Array {
  const broken = (why: string) => new ImportError(name, undefined, `invalid PNG: ${why}`)
  const view = new DataView(png.buffer, png.byteOffset, png.byteLength)
  const kept: Uint8Array[] = [png.subarray(0, headBytes)]
  const pixels: Uint8Array[] = []
  for (let at = headBytes; at < png.length; ) {
    if (at + frameBytes > png.length) throw broken('the file ends inside a chunk')
    const length = view.getUint32(at)
    const end = at + frameBytes + length
    if (end > png.length) throw broken('the file ends inside a chunk')
    const kind = String.fromCharCode(...png.subarray(at + 4, at + 8))
    if (wanted.has(kind)) kept.push(png.subarray(at, end))
    if (kind === 'IDAT') pixels.push(png.subarray(at + 8, end - 4))
    at = end
  }
  if (kept.length < 2 || kept[1]!.length < frameBytes + 13) throw broken('no IHDR chunk')
  if (inflatesBeyond(pixels, maxUncompressedBytes(kept[1]!), broken))
    throw broken('more pixel data than its size allows')
  return concatBytes(kept)
}

/** Includes the filter bytes of rows. Allows for the additional rows of interlaced pictures. */
function maxUncompressedBytes(head: Uint8Array): number {
  const view = new DataView(head.buffer, head.byteOffset)
  const [width, height] = [view.getUint32(8), view.getUint32(12)]
  const [depth, colours, interlaced] = [head[16]!, head[17]!, head[20]!]
  const row = 1 + Math.ceil((width * depth * (samples[colours] ?? 4)) / 8)
  return interlaced ? 2 * row * (height + 8) : row * height
}

function inflatesBeyond(
  pieces: readonly Uint8Array[],
  most: number,
  broken: (why: string) => ImportError,
): boolean {
  let bytes = 0
  const stream = new Unzlib((piece) => {
    bytes += piece.length
  })
  try {
    for (const piece of pieces)
      for (let at = 0; at < piece.length && bytes <= most; at += slice)
        stream.push(piece.subarray(at, at + slice))
  } catch (error) {
    throw broken(error instanceof Error ? error.message : 'invalid pixel data')
  }
  return bytes > most
}
