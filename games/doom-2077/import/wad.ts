// [DM-9.1] Every value is checked before use.
import type { UploadedFile } from '../../game.ts'
import { MapError } from './map-error.ts'

/** `bytes` is a view of the file, not a copy. */
export interface Lump {
  readonly name: string
  readonly bytes: Uint8Array
}

export interface LumpEntry {
  readonly name: string
  readonly start: number
  readonly size: number
}

/** The lumps after a map's marker, in the order of the file. */
export interface MapLumps<L = Lump> {
  readonly name: string
  readonly lumps: readonly L[]
}

const headerBytes = 12
const entryBytes = 16
const nameBytes = 8
/** Maximum number of lumps, far more than any released WAD has. */
const maxLumps = 65_536

/** [DM-9.2] The original client relies on this order. */
export const mapLumpNames = [
  'THINGS',
  'LINEDEFS',
  'SIDEDEFS',
  'VERTEXES',
  'SEGS',
  'SSECTORS',
  'NODES',
  'SECTORS',
  'REJECT',
  'BLOCKMAP',
] as const

/** Map formats that this server does not support. */
const otherFormats = ['TEXTMAP', 'BEHAVIOR'] as const
const mapLumpSet: ReadonlySet<string> = new Set([...mapLumpNames, ...otherFormats])

/** A file that can be read in parts, so that it need not be in memory as a whole. */
export type WadFile = Pick<UploadedFile, 'size' | 'read'>

/** Throws as `readLumpEntries` does. */
export function readWad(bytes: Uint8Array): readonly Lump[] {
  const file = { size: bytes.length, read: (from: number, to: number) => bytes.subarray(from, to) }
  return readLumpEntries(file).map(({ name, start, size }) => ({
    name,
    bytes: file.read(start, start + size),
  }))
}

/** Throws MapError if the directory or a lump is outside the file. */
export function readLumpEntries(file: WadFile): readonly LumpEntry[] {
  const header = file.read(0, headerBytes)
  const kind = header.length < headerBytes ? '' : toPrintableAscii(header.subarray(0, 4))
  if (kind !== 'IWAD' && kind !== 'PWAD') {
    throw new MapError('not a WAD: it does not begin with IWAD or PWAD', { unparseable: true })
  }
  // The format's numbers are signed. They are read as unsigned, which puts a negative offset far outside the file, so
  // that it is refused.
  const count = viewOf(header).getUint32(4, true)
  const directory = viewOf(header).getUint32(8, true)
  if (count > maxLumps) throw new MapError(`the directory has ${count} lumps; the maximum is ${maxLumps}`)
  if (directory < headerBytes || directory + count * entryBytes > file.size) {
    throw new MapError(`the directory (${count} lumps at ${directory}) is outside the file`)
  }
  const end = directory + count * entryBytes
  const entries = file.read(directory, end)
  return Array.from({ length: count }, (_, index) => {
    const lump = readEntry(entries.subarray(index * entryBytes, (index + 1) * entryBytes), index, file.size)
    const { name, start, size } = lump
    if (size > 0 && (start < headerBytes || (start < end && start + size > directory)))
      throw new MapError(`lump ${index} (${name}) overlaps the header or the directory`)
    return lump
  })
}

function readEntry(entry: Uint8Array, index: number, fileSize: number): LumpEntry {
  const start = viewOf(entry).getUint32(0, true)
  const size = viewOf(entry).getUint32(4, true)
  const name = lumpName(entry.subarray(8))
  // The offset of a lump without bytes, such as a marker, is not checked.
  if (size === 0) return { name, start: 0, size }
  if (start + size > fileSize) {
    throw new MapError(`lump ${index} (${name}: ${size} bytes at ${start}) is outside the file`)
  }
  return { name, start, size }
}

/** Lumps that share bytes in the file share them in memory. */
export function readLumps(file: WadFile, { name, lumps }: MapLumps<LumpEntry>): MapLumps {
  const stretches: { start: number; end: number; at: number }[] = []
  let length = 0
  for (const { start, size } of lumps.toSorted((a, b) => a.start - b.start)) {
    const last = stretches.at(-1)
    const from = Math.max(start, last?.end ?? 0)
    const added = Math.max(0, start + size - from)
    if (last && start <= last.end) last.end += added
    else stretches.push({ start, end: start + size, at: length })
    length += added
  }
  const bytes = new Uint8Array(length)
  for (const { start, end, at } of stretches) bytes.set(file.read(start, end), at)
  const inMemory = ({ name, start, size }: LumpEntry): Lump => {
    const stretch = stretches.find(({ start: from, end }) => from <= start && start + size <= end)!
    const at = stretch.at + start - stretch.start
    return { name, bytes: bytes.subarray(at, at + size) }
  }
  return { name, lumps: lumps.map(inMemory) }
}

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

/**
 * Returns the name up to the first NUL, in upper case, for comparisons. Bytes that are not printable ASCII become `?`.
 */
function lumpName(bytes: Uint8Array): string {
  const end = bytes.indexOf(0)
  return toPrintableAscii(end < 0 ? bytes : bytes.subarray(0, end)).toUpperCase()
}

function toPrintableAscii(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes.map((byte) => (byte > 32 && byte < 127 ? byte : 63)))
}

/** [DM-9.2] E1M1 to E9M9, and MAP00 to MAP99. */
function isMapName(name: string): boolean {
  return /^(E[1-9]M[1-9]|MAP\d\d)$/.test(name)
}

/** Returns the maps in the order of the file. Of two maps with the same name, the first one counts. */
export function findMaps<L extends Pick<Lump, 'name'>>(wad: readonly L[]): ReadonlyMap<string, MapLumps<L>> {
  const maps = new Map<string, MapLumps<L>>()
  for (const [index, { name }] of wad.entries()) {
    if (isMapName(name) && !maps.has(name)) maps.set(name, lumpsAfterMarker(wad, index))
  }
  return maps
}

function lumpsAfterMarker<L extends Pick<Lump, 'name'>>(wad: readonly L[], marker: number): MapLumps<L> {
  const following = wad.slice(marker + 1, marker + 1 + mapLumpNames.length + otherFormats.length)
  const end = following.findIndex(({ name }) => !mapLumpSet.has(name))
  return { name: wad[marker]!.name, lumps: end < 0 ? following : following.slice(0, end) }
}

export function wadBytes(sizes: readonly number[]): number {
  return sizes.reduce((sum, size) => sum + size, headerBytes) + sizes.length * entryBytes
}

/** Writes the lumps one after another, followed by the directory. */
export function writeWad(lumps: readonly Lump[], kind: 'IWAD' | 'PWAD' = 'PWAD'): Uint8Array {
  const wad = new Uint8Array(wadBytes(lumps.map(({ bytes }) => bytes.length)))
  const directory = wad.length - lumps.length * entryBytes
  const view = new DataView(wad.buffer)
  writeName(wad, 0, kind)
  view.setUint32(4, lumps.length, true)
  view.setUint32(8, directory, true)
  let at = headerBytes
  for (const [index, { name, bytes }] of lumps.entries()) {
    const entry = directory + index * entryBytes
    view.setUint32(entry, at, true)
    view.setUint32(entry + 4, bytes.length, true)
    writeName(wad, entry + 8, name)
    wad.set(bytes, at)
    at += bytes.length
  }
  return wad
}

/** Returns the name up to the first NUL, in upper case, because some names in Doom's own files are in lower case. */
export function readName({ buffer, byteOffset }: DataView, at: number): string {
  const name = new Uint8Array(buffer, byteOffset + at, nameBytes)
  const end = name.indexOf(0)
  return String.fromCharCode(...(end < 0 ? name : name.subarray(0, end))).toUpperCase()
}

/** `bytes` must contain only NULs where the name goes. */
export function writeName(bytes: Uint8Array, at: number, name: string): void {
  for (let i = 0; i < Math.min(name.length, nameBytes); i++) bytes[at + i] = name.charCodeAt(i)
}
