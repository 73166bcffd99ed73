// A player's patch as the generator made it, and as it is handed out: whoever opens it is connected to the room.
import { zipSync } from 'fflate'
import { decodeUtf8, encodeUtf8 } from '../../../wire/utf8.ts'
import { isObject } from '../../shared/shapes/shape.ts'
import { unzip, ZipFault } from '../../shared/zip.ts'

const manifest = 'archipelago.json'
/** Of a patch, unpacked: what is larger is handed out as it is. */
const limits = { entries: 1000, bytes: 32 * 1024 * 1024 } as const
/** Of what is zipped here, in milliseconds since 1970: what is the same has the same bytes whenever it is made. */
export const zippedAt = 315_619_200_000

/** [AP-9.17] With `server` in its `archipelago.json`. What is no zip with one is given back as it came. */
export function withServer(bytes: Uint8Array, server: string): Uint8Array {
  const contents = contentsOf(bytes)
  const fields = contents && fieldsOf(contents.get(manifest))
  if (!contents || !fields) return bytes
  contents.set(manifest, encodeUtf8(JSON.stringify({ ...fields, server })))
  return zipSync(Object.fromEntries(contents), { mtime: zippedAt })
}

function contentsOf(bytes: Uint8Array): Map<string, Uint8Array> | undefined {
  if (bytes[0] !== 0x50 || bytes[1] !== 0x4b) return undefined
  try {
    return unzip(bytes, limits)
  } catch (error) {
    if (error instanceof ZipFault) return undefined
    throw error
  }
}

function fieldsOf(bytes: Uint8Array | undefined) {
  if (!bytes) return undefined
  try {
    const fields: unknown = JSON.parse(decodeUtf8(bytes))
    return isObject(fields) ? fields : undefined
  } catch (error) {
    // JSON's own, or that of bytes that are no UTF-8: then it is no patch.
    if (error instanceof Error) return undefined
    throw error
  }
}
