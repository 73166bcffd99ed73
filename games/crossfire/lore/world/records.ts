// How a host's world lies in the room's records: as he gave it, deflated; one row a map, one a picture. [CF-20.4]
import { deflateSync, Inflate, inflateSync } from 'fflate'
import { joinedBytes } from '../../../../wire/joined-bytes.ts'
import type { Store } from '../../../game.ts'
import { giveBack } from '../../../shared/give-back.ts'
import { LoreFault } from '../fault.ts'

// lore/<file>      the archetypes, animations …, deflated
// lore/maps        the names of all maps, a line each; lore/pictures: what is known of each picture, JSON
// map/<name>       a map's text, deflated
// file/<path>      what else came with the maps
// face/<number>    a PNG, by its place among the host's pictures, from 0

export const loreKey = (file: string) => `lore/${file}`
export const mapKey = (name: string) => `map/${name}`
export const fileKey = (path: string) => `file/${path}`
export const faceKey = (place: number) => `face/${place}`

/** Bytes of one file, unpacked; Debian's largest map has 3 MB. */
export const mostOfFile = 16 * 1024 * 1024
/** Deflate grows at most 1,032-fold: no more than 16 MiB come out before they are counted. Smaller ones are dear, as in a zip. */
const slice = 16 * 1024

export function deflated(bytes: Uint8Array): Uint8Array {
  return deflateSync(bytes, { level: 9 })
}

/** Almost every map unpacks into so many bytes. */
const deskBytes = 512 * 1024
/** Packed bytes of what is tried there. */
const small = 64 * 1024

/** What was deflated, as its own zip or we did it. Throws LoreFault for what is none, or over `mostOfFile`. */
export function inflated(file: string, packed: Uint8Array): Uint8Array {
  try {
    return (packed.length > 0 && packed.length <= small && atOnce(packed)) || streamed(packed)
  } catch (error) {
    throw notWhole(file, error)
  }
}

/** A stream costs ten times what is in most maps. Undefined: too much for the desk; what is over it went nowhere. */
function atOnce(packed: Uint8Array): Uint8Array | undefined {
  const desk = new Uint8Array(deskBytes)
  try {
    const content = inflateSync(packed, { out: desk })
    return content.length < desk.length ? content.slice() : undefined
  } catch (error) {
    if (error instanceof RangeError) return undefined // a piece that is stored was larger than what was left
    throw error
  } finally {
    giveBack(desk)
  }
}

function streamed(packed: Uint8Array): Uint8Array {
  const pieces: Uint8Array[] = []
  let length = 0
  const stream = new Inflate((piece) => {
    pieces.push(piece)
    length += piece.length
  })
  for (let at = 0; at < packed.length && length <= mostOfFile; at += slice)
    stream.push(packed.subarray(at, at + slice), at + slice >= packed.length)
  if (length > mostOfFile) throw new RangeError(`over ${mostOfFile / 1024 / 1024} MiB`)
  return joinedBytes(pieces)
}

/** What comes out of the first bytes of what was deflated, which may be a line more or less. Throws as `inflated` does. */
export function beginning(file: string, packed: Uint8Array): Uint8Array {
  const pieces: Uint8Array[] = []
  try {
    new Inflate((piece) => pieces.push(piece)).push(packed)
  } catch (error) {
    throw notWhole(file, error)
  }
  return joinedBytes(pieces)
}

function notWhole(file: string, error: unknown): LoreFault {
  return new LoreFault(file, undefined, `not whole: ${error instanceof Error ? error.message : 'broken'}`)
}

/** The bytes of a record; undefined: there is none. */
export function kept(store: Pick<Store, 'get'>, key: string): Uint8Array | undefined {
  const value = store.get(key)
  return value instanceof Uint8Array ? value : undefined
}
