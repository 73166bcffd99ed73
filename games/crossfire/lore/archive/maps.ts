// A host's maps: their folder, zipped. Each is read to its end before a room is founded, and then kept as it lies there.
import type { HandedIn } from '../../../game.ts'
import { giveBack } from '../../../shared/give-back.ts'
import { stillDeflated, unpackedWhole, type ZipEntry, zipEntries } from '../../../shared/zip.ts'
import { LoreFault, shown } from '../fault.ts'
import { type Counted, Coverage } from '../kinds/coverage.ts'
import type { Brought } from '../kinds/said.ts'
import { readRegions } from '../regions.ts'
import { readLoreMap } from '../world/map.ts'
import { deflated, mostOfFile } from '../world/records.ts'

/** Debian's have 4,661 files of 270 MB. */
const limits = { entries: 40_000, bytes: 1024 * 1024 * 1024 } as const
/**
 * Unpacked bytes that are read in one event: three or four seconds of a slow processor, which lets others in between. Each event
 * makes its archetypes anew. Of a file as many again as its own work takes.
 */
const [partBytes, fileBytes] = [96 * 1024 * 1024, 4096]
/** Letters of a name. The keys of records are printable ASCII, and `@` and `|` have a meaning in them. */
const named = /^[!-?A-{}~ ]{1,200}$/
/** Folders that lead elsewhere. */
const elsewhere = /(^|\/)\.{1,2}(\/|$)/
/** `arch map`, with which all maps begin. */
const mapMark = [0x61, 0x72, 0x63, 0x68, 0x20, 0x6d, 0x61, 0x70] as const

/** One file of the folder; its bytes are read when they are asked for. */
export interface KeptFile {
  /** Of a map as others lead to it: `/scorn/inn`; of what is none its path. */
  readonly name: string
  packed(): Uint8Array
}

/** How far the folder is read: what who goes on with it has to know. */
export interface MapsSoFar {
  /** Files of the zip. */
  readonly read: number
  /** Places in the zip of those that are no maps. */
  readonly others: readonly number[]
  readonly counted: Counted
}

export const noMaps: MapsSoFar = {
  read: 0,
  others: [],
  counted: { things: 0, living: 0, objects: 0, maps: 0, wholeMaps: 0, types: [] },
}

/** Some files of the folder. */
export interface MapsPart {
  readonly maps: readonly KeptFile[]
  readonly others: readonly KeptFile[]
  readonly coverage: Coverage
  readonly soFar: MapsSoFar
  /** How much of all is read, 0 to 1. */
  readonly share: number
  /** Of a folder that is read to its end: all of its maps. */
  readonly all: readonly KeptFile[] | undefined
}

/**
 * Reads on from `before` for `most` bytes, so that no event is too long; `between` is awaited after every hundred files. Throws
 * LoreFault and ZipFault.
 */
export async function readMaps(
  file: HandedIn,
  archetypes: Brought,
  before: MapsSoFar,
  between: () => Promise<void>,
  most = partBytes,
): Promise<MapsPart> {
  const entries = zipEntries(file, limits)
  const root = rootOf(entries)
  const coverage = new Coverage(archetypes, before.counted)
  const [maps, others]: [KeptFile[], KeptFile[]] = [[], []]
  const notMaps = [...before.others]
  let [read, bytes] = [before.read, 0]
  for (; read < entries.length && bytes < most; read++) {
    const entry = entries[read]!
    bytes += fileBytes + entry.length
    if (entry.path.startsWith(root)) {
      const isMap = readFile(file, entry, root, coverage)
      if (!isMap) notMaps.push(read)
      ;(isMap ? maps : others).push(keptFile(file, entry, root, isMap))
    } else notMaps.push(read)
    if (read % 100 === 99) await between()
  }
  const soFar = { read, others: notMaps, counted: coverage.counted }
  const isWhole = read === entries.length
  const no = new Set(notMaps)
  const all = isWhole
    ? entries.flatMap((entry, place) => (no.has(place) ? [] : [keptFile(file, entry, root, true)]))
    : undefined
  if (all?.length === 0) throw new LoreFault(shown(file.name), undefined, 'there are no maps in it')
  return { maps, others, coverage, soFar, share: isWhole ? 1 : read / entries.length, all }
}

function keptFile(file: HandedIn, entry: ZipEntry, root: string, isMap: boolean): KeptFile {
  return {
    name: `${isMap ? '/' : ''}${entry.path.slice(root.length)}`,
    packed: () => stillDeflated(file, entry) ?? deflated(unpackedWhole(file, entry)),
  }
}

/** Whether it is a map. Reads it to its end. */
function readFile(file: HandedIn, entry: ZipEntry, root: string, coverage: Coverage): boolean {
  const path = entry.path.slice(root.length)
  if (!named.test(path) || elsewhere.test(path))
    throw new LoreFault(path, undefined, 'a name of letters that no map may have')
  if (entry.length > mostOfFile) throw new LoreFault(path, undefined, `over ${mostOfFile / 1024 / 1024} MiB`)
  const bytes = unpackedWhole(file, entry)
  const is = isMap(bytes)
  if (is) {
    const { objects } = readLoreMap(`/${path}`, bytes)
    // Styles are what random maps are made of, and nobody walks there.
    if (path.startsWith('styles/')) for (const _ of objects);
    else coverage.count(objects)
  } else if (/(^|\/)regions(\.reg)?$/.test(path)) readRegions(path, bytes)
  giveBack(bytes)
  return is
}

/** Where the maps' own folder begins: that of the regions, or what all have in common. */
function rootOf(entries: readonly ZipEntry[]): string {
  const regions = entries
    .map(({ path }) => /^(.*\/)?regions(\.reg)?$/.exec(path))
    .filter((found) => found !== null)
    .sort((a, b) => a[0].length - b[0].length)[0]
  if (regions) return regions[1] ?? ''
  const [first] = entries
  let common = first ? first.path.slice(0, first.path.lastIndexOf('/') + 1) : ''
  for (const { path } of entries)
    while (!path.startsWith(common)) common = common.slice(0, common.lastIndexOf('/', common.length - 2) + 1)
  return common
}

function isMap(bytes: Uint8Array): boolean {
  return mapMark.every((byte, at) => bytes[at] === byte)
}
