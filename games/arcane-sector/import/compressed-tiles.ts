// Base64 of zlib data with one byte per tile. Unpacks at most as many bytes as a map has tiles.
import { zlibSync } from 'fflate'
import { decodeBase64, encodeBase64 } from '../../../wire/util/base64.ts'
import { WireError } from '../../../wire/util/wire-error.ts'
import { inflate } from '../../shared/zlib.ts'
import { terrainHeight, terrainWidth, tileKinds } from '../terrain/terrain.ts'
import { MapError } from './map-error.ts'

const cells = terrainWidth * terrainHeight
const wanted = `${cells} tiles are required, one byte for each of ${terrainWidth} x ${terrainHeight} tiles`

export const maxTileKind = Math.max(...Object.values(tileKinds))

/**
 * [AS-12.5] Returns 393,216 bytes. Throws a MapError that names `field` if there are more or fewer, or a byte exceeds
 * `most`.
 */
export function unpackTiles(field: string, text: string, most: number): Uint8Array {
  const bytes = inflate(decodeBase64Field(field, text), cells)
  if (typeof bytes === 'string') throw new MapError(`${field}: ${bytes}; ${wanted}`)
  if (bytes.length < cells) throw new MapError(`${field}: ${bytes.length} tiles; ${wanted}`)
  const odd = bytes.findIndex((value) => value > most)
  if (odd < 0) return bytes
  const place = `${odd % terrainWidth},${Math.floor(odd / terrainWidth)}`
  throw new MapError(`${field}: tile ${bytes[odd]} at ${place}; it must be 0 to ${most}`)
}

export function packTiles(bytes: Uint8Array): string {
  return encodeBase64(zlibSync(bytes))
}

/**
 * Line breaks are allowed, because Python's encoder inserts them after 76 letters. Throws a MapError that names
 * `field`.
 */
export function decodeBase64Field(field: string, text: string): Uint8Array {
  try {
    return decodeBase64(text.replace(/[\r\n]+/g, ''))
  } catch (error) {
    if (error instanceof WireError) throw new MapError(`${field}: not base64`)
    throw error
  }
}
