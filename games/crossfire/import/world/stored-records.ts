// The original files, deflated. Each map and picture has its own record. [CF-20.4]
import { deflateSync, Inflate, inflateSync } from 'fflate'
import { concatBytes } from '../../../../wire/util/concat-bytes.ts'
import type { RecordStore } from '../../../game.ts'
import { releaseBuffer } from '../../../shared/release-buffer.ts'
import { ImportError } from '../format/import-error.ts'

// lore/<file>      the archetypes, animations …, deflated
// lore/maps        names of all maps, one per line; lore/pictures: metadata of each picture, JSON
// map/<name>       text of a map, deflated
// file/<path>      other files of the maps archive
// face/<number>    a PNG, by its index among the imported pictures, from 0; face1/<number>: that of face set 1

export const importKey = (file: string) => `lore/${file}`
export const mapKey = (name: string) => `map/${name}`
export const fileKey = (path: string) => `file/${path}`
export const faceKey = (place: number) => `face/${place}`
export const classicFaceKey = (place: number) => `face1/${place}`

/** Debian's largest map has 3 MB. */
export const maxFileBytes = 16 * 1024 * 1024
/**
 * Deflate expands data by a factor of up to 1,032, so one slice produces at most 16 MiB before the output is counted.
 * Smaller slices are slow.
 */
const slice = 16 * 1024

export function deflateBytes(bytes: Uint8Array): Uint8Array {
  return deflateSync(bytes, { level: 9 })
}

/** Size of the output buffer; nearly all maps fit. */
const bufferBytes = 512 * 1024
/** Maximum compressed bytes for which the output buffer is used. */
const small = 64 * 1024

/** Throws ImportError if the record is invalid or too large. */
export function inflateStoredFile(file: string, packed: Uint8Array): Uint8Array {
  try {
    return (packed.length > 0 && packed.length <= small && inflateAtOnce(packed)) || inflateStreaming(packed)
  } catch (error) {
    throw corruptFileError(file, error)
  }
}

/**
 * Ten times faster than a stream for most maps. Returns undefined if the content exceeds the buffer, because fflate
 * drops the excess.
 */
function inflateAtOnce(packed: Uint8Array): Uint8Array | undefined {
  const output = new Uint8Array(bufferBytes)
  try {
    const content = inflateSync(packed, { out: output })
    return content.length < output.length ? content.slice() : undefined
  } catch (error) {
    if (error instanceof RangeError) return undefined // a stored block exceeds the remaining buffer
    throw error
  } finally {
    releaseBuffer(output)
  }
}

function inflateStreaming(packed: Uint8Array): Uint8Array {
  const pieces: Uint8Array[] = []
  let length = 0
  const stream = new Inflate((piece) => {
    pieces.push(piece)
    length += piece.length
  })
  for (let at = 0; at < packed.length && length <= maxFileBytes; at += slice)
    stream.push(packed.subarray(at, at + slice), at + slice >= packed.length)
  if (length > maxFileBytes) throw new RangeError(`larger than ${maxFileBytes / 1024 / 1024} MiB`)
  return concatBytes(pieces)
}

/** The result can end within a line. Throws the same errors as `inflateStoredFile`. */
export function inflateStoredPrefix(file: string, packed: Uint8Array): Uint8Array {
  const pieces: Uint8Array[] = []
  try {
    new Inflate((piece) => pieces.push(piece)).push(packed)
  } catch (error) {
    throw corruptFileError(file, error)
  }
  return concatBytes(pieces)
}

function corruptFileError(file: string, error: unknown): ImportError {
  return new ImportError(
    file,
    undefined,
    `incomplete: ${error instanceof Error ? error.message : 'unreadable'}`,
  )
}

/** Undefined if the record does not exist. */
export function loadStoredFile(store: Pick<RecordStore, 'get'>, key: string): Uint8Array | undefined {
  const value = store.get(key)
  return value instanceof Uint8Array ? value : undefined
}
