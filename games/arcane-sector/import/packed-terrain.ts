// The terrain of a map file: base64 of zlib of a byte a tile. Nothing is unpacked beyond what a map has.
import { fromBase64 } from '../../shared/base64.ts'
import { inflate } from '../../shared/zlib.ts'
import { height, tiles, width } from '../land/terrain.ts'
import { MapFault } from './map-fault.ts'

const cells = width * height
const highestKind = Math.max(...Object.values(tiles))
const wanted = `${cells} are wanted, a byte for each of ${width} x ${height} tiles`

/** [AS-12.5] 393,216 kinds of tiles. Throws MapFault for what is no such thing. */
export function unpackTerrain(text: string): Uint8Array {
  const terrain = inflate(decodeBase64(text), cells)
  if (typeof terrain === 'string') throw new MapFault(`terrain: ${terrain}; ${wanted}`)
  if (terrain.length < cells) throw new MapFault(`terrain: ${terrain.length} tiles; ${wanted}`)
  const odd = terrain.findIndex((kind) => kind > highestKind)
  if (odd < 0) return terrain
  const place = `${odd % width},${Math.floor(odd / width)}`
  throw new MapFault(`terrain: tile ${terrain[odd]} at ${place}; there are 0 to ${highestKind}`)
}

/** Base64 with its padding, in lines or in one: Python breaks it after 76 letters. */
function decodeBase64(text: string): Uint8Array {
  const letters = text.replace(/[\r\n]+/g, '')
  if (letters.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(letters))
    throw new MapFault('terrain: not base64')
  return fromBase64(letters)
}
