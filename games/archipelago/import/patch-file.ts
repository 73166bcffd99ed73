// Adds the room's address to a player's patch when it is downloaded, so that a client that opens the patch connects to
// the room. Only the manifest is unpacked, because downloads must be cheap.
import { zipSync } from 'fflate'
import { concatBytes } from '../../../wire/util/concat-bytes.ts'
import { decodeUtf8, encodeUtf8 } from '../../../wire/util/utf8.ts'
import { isObject } from '../../shared/schema/schema.ts'
import { uploadedFile } from '../../shared/uploaded-file.ts'
import { listZipEntries, unpackEntry, ZipError } from '../../shared/zip.ts'

const manifestName = 'archipelago.json'
const limits = { entries: 1000, bytes: 256 * 1024 } as const
/** Milliseconds since 1970. Constant, so that zips with the same content have the same bytes. */
export const zipTimestamp = 315_619_200_000

/** [AP-9.17] A file that is not a zip, or a zip without an `archipelago.json`, is returned unchanged. */
export function addServerToPatch(bytes: Uint8Array, server: string): Uint8Array {
  const ends = findDirectory(bytes)
  const entries = ends && readDirectory(bytes, ends)
  const old = entries?.find(({ name }) => name === manifestName)
  const fields = old && readManifestFields(bytes)
  if (!ends || !entries || !old || !fields) return bytes
  return replaceManifest(bytes, ends, entries, old, encodeUtf8(JSON.stringify({ ...fields, server })))
}

// The zip's own records (APPNOTE.TXT 4.3)

const endSignature = 0x06054b50
const endBytes = 22
const recordSignature = 0x02014b50
const recordBytes = 46

/** Offsets in the zip. */
interface DirectoryBounds {
  readonly directory: number
  readonly end: number
}

interface Entry {
  readonly name: string
  readonly record: Uint8Array
  /** The offset of the file in the zip. */
  readonly offset: number
}

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.length)

/** Undefined if the bytes are not a zip, or a zip of over 4 GiB. */
function findDirectory(bytes: Uint8Array): DirectoryBounds | undefined {
  const view = viewOf(bytes)
  for (let end = bytes.length - endBytes; end >= Math.max(0, bytes.length - endBytes - 65_535); end--) {
    if (view.getUint32(end, true) !== endSignature) continue
    const directory = view.getUint32(end + 16, true)
    return directory + view.getUint32(end + 12, true) === end ? { directory, end } : undefined
  }
  return undefined
}

/** Undefined if the directory is inconsistent, or has too many entries. */
function readDirectory(bytes: Uint8Array, { directory, end }: DirectoryBounds): Entry[] | undefined {
  const view = viewOf(bytes)
  const entries: Entry[] = []
  for (let at = directory; at < end; ) {
    if (at + recordBytes > end || view.getUint32(at, true) !== recordSignature) return undefined
    const named = view.getUint16(at + 28, true)
    const length = recordBytes + named + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
    const offset = view.getUint32(at + 42, true)
    if (at + length > end || offset >= directory) return undefined
    const name = String.fromCharCode(...bytes.subarray(at + recordBytes, at + recordBytes + named))
    entries.push({ name, offset, record: bytes.slice(at, at + length) })
    if (entries.length > limits.entries) return undefined
    at += length
  }
  return entries
}

/** Appends the new manifest after all other files. */
function replaceManifest(
  bytes: Uint8Array,
  { directory, end }: DirectoryBounds,
  entries: readonly Entry[],
  old: Entry,
  content: Uint8Array,
): Uint8Array {
  const next = Math.min(directory, ...entries.map(({ offset }) => offset).filter((at) => at > old.offset))
  const gap = next - old.offset
  const newZip = zipSync({ [manifestName]: content }, { level: 0, mtime: zipTimestamp })
  const newLength = viewOf(newZip).getUint32(newZip.length - endBytes + 16, true)
  const fresh = { record: newZip.slice(newLength, newZip.length - endBytes), offset: directory }
  const all = [...entries.filter((entry) => entry !== old), fresh]
  for (const { record, offset } of all) if (offset >= next) viewOf(record).setUint32(42, offset - gap, true)
  const records = concatBytes(all.map(({ record }) => record))
  const last = bytes.slice(end)
  viewOf(last).setUint32(12, records.length, true)
  viewOf(last).setUint32(16, directory - gap + newLength, true)
  return concatBytes([
    bytes.subarray(0, old.offset),
    bytes.subarray(next, directory),
    newZip.subarray(0, newLength),
    records,
    last,
  ])
}

function readManifestFields(bytes: Uint8Array) {
  const text = readManifest(bytes)
  if (!text) return undefined
  try {
    const fields: unknown = JSON.parse(decodeUtf8(text))
    return isObject(fields) ? fields : undefined
  } catch (error) {
    // The manifest is not JSON in UTF-8, so the file is not a patch.
    if (error instanceof Error) return undefined
    throw error
  }
}

function readManifest(bytes: Uint8Array): Uint8Array | undefined {
  try {
    const file = uploadedFile('', bytes)
    const [entry] = listZipEntries(file, limits, (path) => path === manifestName)
    return entry && unpackEntry(file, entry)
  } catch (error) {
    if (error instanceof ZipError) return undefined
    throw error
  }
}
