// [DM-9.1] A WAD: a header, lumps anywhere, and a directory of them. Nothing in it is believed before it is checked.
import { MapFault } from './map-fault.ts'

/** A named piece of a WAD. `bytes` is a view of the file, not a copy. */
export interface Lump {
  readonly name: string
  readonly bytes: Uint8Array
}

/** What follows a map's marker, in the order of the file. */
export interface MapLumps {
  readonly name: string
  readonly lumps: readonly Lump[]
}

const headerBytes = 12
const entryBytes = 16
const nameBytes = 8
/** Far above what any released WAD has. */
const mostLumps = 65_536

/** [DM-9.2] What follows a map's marker; the original client counts on this order. */
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

/** Lumps by which maps of other games' formats are known. */
const otherFormats = ['TEXTMAP', 'BEHAVIOR'] as const
const ofMaps: ReadonlySet<string> = new Set([...mapLumpNames, ...otherFormats])

/** Reads a WAD's directory. Throws MapFault where it, or a lump of it, lies outside the file. */
export function readWad(bytes: Uint8Array): readonly Lump[] {
  const kind = bytes.length < headerBytes ? '' : ascii(bytes.subarray(0, 4))
  if (kind !== 'IWAD' && kind !== 'PWAD') {
    throw new MapFault('not a WAD: it does not begin with IWAD or PWAD', { unparseable: true })
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  // The format's numbers are signed; read unsigned, a negative one is merely far outside the file.
  const count = view.getUint32(4, true)
  const directory = view.getUint32(8, true)
  if (count > mostLumps) throw new MapFault(`the directory has ${count} lumps; ${mostLumps} are read at most`)
  if (directory < headerBytes || directory + count * entryBytes > bytes.length) {
    throw new MapFault(`the directory (${count} lumps at ${directory}) lies outside the file`)
  }
  const end = directory + count * entryBytes
  return Array.from({ length: count }, (_, index) => {
    const lump = readEntry(bytes, view, index, directory + index * entryBytes)
    const start = lump.bytes.byteOffset - bytes.byteOffset
    if (
      lump.bytes.length > 0 &&
      (start < headerBytes || (start < end && start + lump.bytes.length > directory))
    )
      throw new MapFault(`lump ${index} (${lump.name}) overlaps the header or the directory`)
    return lump
  })
}

function readEntry(bytes: Uint8Array, view: DataView, index: number, at: number): Lump {
  const start = view.getUint32(at, true)
  const size = view.getUint32(at + 4, true)
  const name = lumpName(bytes.subarray(at + 8, at + entryBytes))
  // Markers have no bytes, and any offset.
  if (size === 0) return { name, bytes: bytes.subarray(0, 0) }
  if (start + size > bytes.length) {
    throw new MapFault(`lump ${index} (${name}: ${size} bytes at ${start}) lies outside the file`)
  }
  return { name, bytes: bytes.subarray(start, start + size) }
}

/** The name as it is compared: to the first NUL, in capitals. Bytes that are no printable ASCII become `?`. */
function lumpName(bytes: Uint8Array): string {
  const end = bytes.indexOf(0)
  return ascii(end < 0 ? bytes : bytes.subarray(0, end)).toUpperCase()
}

function ascii(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes.map((byte) => (byte > 32 && byte < 127 ? byte : 63)))
}

/** [DM-9.2] Doom's names of maps: E1M1 to E9M9, and MAP00 to MAP99. */
export function isMapName(name: string): boolean {
  return /^(E[1-9]M[1-9]|MAP\d\d)$/.test(name)
}

/** The maps of a WAD in its order, each with the lumps that follow its marker. Of two maps of a name the first counts. */
export function mapsOf(wad: readonly Lump[]): ReadonlyMap<string, MapLumps> {
  const maps = new Map<string, MapLumps>()
  for (const [index, { name }] of wad.entries()) {
    if (isMapName(name) && !maps.has(name)) maps.set(name, mapLumps(wad, index))
  }
  return maps
}

function mapLumps(wad: readonly Lump[], marker: number): MapLumps {
  const following = wad.slice(marker + 1, marker + 1 + mapLumpNames.length + otherFormats.length)
  const end = following.findIndex(({ name }) => !ofMaps.has(name))
  return { name: wad[marker]!.name, lumps: end < 0 ? following : following.slice(0, end) }
}

/** A PWAD of these lumps, one after the other, and the directory after them. */
export function writeWad(lumps: readonly Lump[]): Uint8Array {
  const directory = lumps.reduce((end, { bytes }) => end + bytes.length, headerBytes)
  const wad = new Uint8Array(directory + lumps.length * entryBytes)
  const view = new DataView(wad.buffer)
  putName(wad, 0, 'PWAD')
  view.setUint32(4, lumps.length, true)
  view.setUint32(8, directory, true)
  let at = headerBytes
  for (const [index, { name, bytes }] of lumps.entries()) {
    const entry = directory + index * entryBytes
    view.setUint32(entry, at, true)
    view.setUint32(entry + 4, bytes.length, true)
    putName(wad, entry + 8, name)
    wad.set(bytes, at)
    at += bytes.length
  }
  return wad
}

/** An 8-byte name in a record, filled with NULs. */
export function putName(bytes: Uint8Array, at: number, name: string): void {
  for (let i = 0; i < Math.min(name.length, nameBytes); i++) bytes[at + i] = name.charCodeAt(i)
}
