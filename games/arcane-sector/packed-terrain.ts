// The terrain of a map file: base64 of zlib of a byte a tile. Nothing is unpacked beyond what a map has.
import { Unzlib } from 'fflate'
import { MapFault } from './map-fault.ts'
import { height, tiles, width } from './terrain.ts'

const cells = width * height
const highestKind = Math.max(...Object.values(tiles))
/** Deflate grows at most 1,032-fold: no more than 4 MiB come out at once before they are counted. */
const slice = 4096

/** [AS-12.5] 393,216 kinds of tiles. Throws MapFault for what is no such thing. */
export function unpackTerrain(text: string): Uint8Array {
  const terrain = inflate(decodeBase64(text))
  const odd = terrain.findIndex((kind) => kind > highestKind)
  if (odd < 0) return terrain
  const place = `${odd % width},${Math.floor(odd / width)}`
  throw new MapFault(`terrain: tile ${terrain[odd]} at ${place}; there are 0 to ${highestKind}`)
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
const sextets: ReadonlyMap<string, number> = new Map([...alphabet].map((letter, value) => [letter, value]))

/** Base64 with its padding, in lines or in one: Python breaks it after 76 letters. */
function decodeBase64(text: string): Uint8Array {
  const letters = text.replace(/[\r\n]+/g, '')
  if (letters.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(letters))
    throw new MapFault('terrain: not base64')
  const padding = letters.endsWith('==') ? 2 : letters.endsWith('=') ? 1 : 0
  const bytes = new Uint8Array((letters.length / 4) * 3 - padding)
  for (let at = 0, out = 0; at < letters.length; at += 4, out += 3) {
    let group = 0
    for (let i = at; i < at + 4; i++) group = (group << 6) | (sextets.get(letters[i]!) ?? 0)
    // Writes behind the end, where the padding was, fall away.
    bytes[out] = group >> 16
    bytes[out + 1] = group >> 8
    bytes[out + 2] = group
  }
  return bytes
}

function inflate(packed: Uint8Array): Uint8Array {
  const terrain = new Uint8Array(cells)
  let length = 0
  const stream = new Unzlib((chunk) => {
    if (length + chunk.length > cells) throw tooLong()
    terrain.set(chunk, length)
    length += chunk.length
  })
  try {
    for (let at = 0; at < packed.length; at += slice)
      stream.push(packed.subarray(at, at + slice), at + slice >= packed.length)
  } catch (error) {
    if (error instanceof MapFault) throw error
    throw new MapFault(`terrain: not zlib: ${error instanceof Error ? error.message : 'broken'}`)
  }
  if (length < cells) throw new MapFault(`terrain: ${length} tiles, where ${cells} are wanted`)
  if (adler32(terrain) !== checksum(packed)) throw new MapFault('terrain: damaged, its checksum is another')
  return terrain
}

function tooLong(): MapFault {
  return new MapFault(`terrain: more tiles than the ${cells} of ${width} x ${height}`)
}

/** The last four bytes of the stream, which the library passes over. */
function checksum(packed: Uint8Array): number {
  return new DataView(packed.buffer, packed.byteOffset, packed.byteLength).getUint32(packed.length - 4)
}

function adler32(bytes: Uint8Array): number {
  let low = 1
  let high = 0
  for (const byte of bytes) {
    low = (low + byte) % 65_521
    high = (high + low) % 65_521
  }
  return high * 65_536 + low
}
