// A host's maps: their folder, zipped. Each is read to its end before a room is founded, and then kept as it lies there.
import type { HandedIn } from '../../../game.ts'
import { giveBack } from '../../../shared/give-back.ts'
import { stillDeflated, unpackedWhole, type ZipEntry, zipEntries } from '../../../shared/zip.ts'
import { LoreFault, shown } from '../fault.ts'
import { Coverage } from '../kinds/coverage.ts'
import type { LoreObject } from '../objects.ts'
import { readRegions } from '../regions.ts'
import { readingMap } from '../world/map.ts'
import { deflated, mostOfFile } from '../world/records.ts'

/** Debian's have 4,661 files of 270 MB. */
const limits = { entries: 40_000, bytes: 1024 * 1024 * 1024 } as const
/** Letters of a name. The keys of records are printable ASCII, and `@` and `|` have a meaning in them. */
const named = /^[!-?A-{}~ ]{1,200}$/
/** `arch map`, with which all maps begin. */
const mapMark = [0x61, 0x72, 0x63, 0x68, 0x20, 0x6d, 0x61, 0x70] as const

/** One file of the folder; its bytes are read when they are asked for. */
export interface KeptFile {
  /** Of a map as others lead to it: `/scorn/inn`; of what is none its path. */
  readonly name: string
  packed(): Uint8Array
}

export interface MapsArchive {
  readonly maps: readonly KeptFile[]
  readonly others: readonly KeptFile[]
  readonly coverage: Coverage
}

/** `between` is awaited after every hundred files. Throws LoreFault and ZipFault. */
export async function readMaps(
  file: HandedIn,
  archetypes: ReadonlyMap<string, LoreObject>,
  between: () => Promise<void>,
): Promise<MapsArchive> {
  const entries = zipEntries(file, limits)
  const root = rootOf(entries)
  const coverage = new Coverage(archetypes)
  const [maps, others]: [KeptFile[], KeptFile[]] = [[], []]
  for (const [number, entry] of entries.entries()) {
    if (!entry.path.startsWith(root)) continue
    const path = entry.path.slice(root.length)
    if (!named.test(path)) throw new LoreFault(path, undefined, 'a name of letters that no map may have')
    if (entry.length > mostOfFile)
      throw new LoreFault(path, undefined, `over ${mostOfFile / 1024 / 1024} MiB`)
    const bytes = unpackedWhole(file, entry)
    const packed = () => stillDeflated(file, entry) ?? deflated(unpackedWhole(file, entry))
    if (isMap(bytes)) {
      const { objects } = readingMap(`/${path}`, bytes)
      // Styles are what random maps are made of, and nobody walks there.
      if (path.startsWith('styles/')) for (const _ of objects);
      else coverage.count(objects)
      maps.push({ name: `/${path}`, packed })
    } else {
      if (/(^|\/)regions(\.reg)?$/.test(path)) readRegions(path, bytes)
      others.push({ name: path, packed })
    }
    giveBack(bytes)
    if (number % 100 === 99) await between()
  }
  if (maps.length === 0) throw new LoreFault(shown(file.name), undefined, 'there are no maps in it')
  return { maps, others, coverage }
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
