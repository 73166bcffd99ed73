import type { UploadedFile } from '../../../game.ts'
import { releaseBuffer } from '../../../shared/release-buffer.ts'
import { deflatedBytesOf, listZipEntries, unpackEntry, type ZipEntry } from '../../../shared/zip.ts'
import type { ArchetypeSource } from '../attributes/object-attributes.ts'
import { type CoverageCounts, ImportCoverage } from '../catalog/coverage.ts'
import { parseDialogue } from '../format/dialogues.ts'
import { ImportError, quoteForError } from '../format/import-error.ts'
import { parseQuests } from '../format/quests.ts'
import { parseRegions } from '../format/regions.ts'
import { parseMap } from '../world/map-converter.ts'
import { deflateBytes, maxFileBytes } from '../world/stored-records.ts'

/** Debian's maps are 4,661 files with 270 MB. */
const limits = { entries: 40_000, bytes: 1024 * 1024 * 1024 } as const
/**
 * A part of the import ends after this number of unpacked bytes; each file counts `fileBytes` more. A larger part would
 * delay other events of the room, which run between two parts. A smaller part would cost time, because each part parses
 * its archetypes again.
 */
const [partBytes, fileBytes] = [96 * 1024 * 1024, 4096]
/**
 * The allowed paths. A path becomes part of a record key, so it is printable ASCII without `@` and `|`, which have a
 * meaning in keys.
 */
const named = /^[!-?A-{}~ ]{1,200}$/
/** Paths with a segment `.` or `..` are refused. */
const relativePath = /(^|\/)\.{1,2}(\/|$)/
/** `arch map`, with which each map begins. */
const mapMark = [0x61, 0x72, 0x63, 0x68, 0x20, 0x6d, 0x61, 0x70] as const

/** The bytes of a file are read on demand. */
export interface StoredFile {
  /** The absolute path of a map, such as `/scorn/inn`, or the relative path of another file. */
  readonly name: string
  packed(): Uint8Array
}

export interface MapImportProgress {
  /** Number of entries of the zip that are done. */
  readonly read: number
  /** Indexes in the zip of files that are not maps, or not in the folder of the maps. */
  readonly others: readonly number[]
  readonly counted: CoverageCounts
}

export const emptyProgress: MapImportProgress = {
  read: 0,
  others: [],
  counted: {
    things: 0,
    living: 0,
    objects: 0,
    maps: 0,
    wholeMaps: 0,
    types: [],
    keys: 0,
    dropped: [],
    dialogues: [],
  },
}

export interface MapsPart {
  readonly maps: readonly StoredFile[]
  readonly others: readonly StoredFile[]
  readonly coverage: ImportCoverage
  readonly soFar: MapImportProgress
  readonly share: number
  /** Errors in dialogues. The last part of the import finds them. */
  readonly warnings: readonly string[]
  /** Undefined until the whole folder is read. */
  readonly all: readonly StoredFile[] | undefined
}

/**
 * Imports the part after `before`, which ends after `most` bytes. Awaits `between` after every 100 files. Throws
 * ImportError and ZipError.
 */
export async function importMapsPart(
  file: UploadedFile,
  archetypes: ArchetypeSource,
  before: MapImportProgress,
  between: () => Promise<void>,
  most = partBytes,
): Promise<MapsPart> {
  const entries = listZipEntries(file, limits)
  const root = rootOf(entries)
  const coverage = new ImportCoverage(archetypes, before.counted)
  const [maps, others]: [StoredFile[], StoredFile[]] = [[], []]
  const notMaps = [...before.others]
  let [read, bytes] = [before.read, 0]
  for (; read < entries.length && bytes < most; read++) {
    const entry = entries[read]!
    bytes += fileBytes + entry.length
    if (entry.path.startsWith(root)) {
      const isMap = checkAndCountFile(file, entry, root, coverage)
      if (!isMap) notMaps.push(read)
      ;(isMap ? maps : others).push(storedFile(file, entry, root, isMap))
    } else notMaps.push(read)
    if (read % 100 === 99) await between()
  }
  const soFar = { read, others: notMaps, counted: coverage.counted }
  const isWhole = read === entries.length
  let warnings: readonly string[] = []
  if (isWhole) {
    const byPath = new Map(entries.map((entry) => [entry.path, entry]))
    const fileOf = (path: string) => {
      const entry = byPath.get(`${root}${path}`)
      return entry && unpackEntry(file, entry)
    }
    parseQuests('world.quests', fileOf)
    warnings = dialogueErrors(coverage.dialogues, fileOf)
  }
  const no = new Set(notMaps)
  const all = isWhole
    ? entries.flatMap((entry, place) => (no.has(place) ? [] : [storedFile(file, entry, root, true)]))
    : undefined
  if (all?.length === 0) throw new ImportError(quoteForError(file.name), undefined, 'contains no maps')
  return { maps, others, coverage, soFar, warnings, share: isWhole ? 1 : read / entries.length, all }
}

/** [CF-23.7] Returns up to `maxWarnings` errors. Checks files up to a total of `dialogueBytes`. */
function dialogueErrors(
  paths: Iterable<string>,
  fileOf: (path: string) => Uint8Array | undefined,
): readonly string[] {
  const errors: string[] = []
  let left = dialogueBytes
  for (const path of paths)
    try {
      if (left <= 0 || errors.length >= maxWarnings) break
      parseDialogue(path, (name) => {
        const content = fileOf(name)
        left -= content?.length ?? 0
        return content
      })
    } catch (error) {
      if (!(error instanceof ImportError)) throw error
      errors.push(`${error.message}; persons with this dialogue say nothing`)
    }
  return errors
}
const [maxWarnings, dialogueBytes] = [20, 16 * 1024 * 1024] as const

function storedFile(file: UploadedFile, entry: ZipEntry, root: string, isMap: boolean): StoredFile {
  return {
    name: `${isMap ? '/' : ''}${entry.path.slice(root.length)}`,
    packed: () => deflatedBytesOf(file, entry) ?? deflateBytes(unpackEntry(file, entry)),
  }
}

/** Checks the file, and adds it to the coverage. Returns whether it is a map. */
function checkAndCountFile(
  file: UploadedFile,
  entry: ZipEntry,
  root: string,
  coverage: ImportCoverage,
): boolean {
  const path = entry.path.slice(root.length)
  if (!named.test(path) || relativePath.test(path))
    throw new ImportError(path, undefined, 'the name has characters that map names cannot have')
  if (entry.length > maxFileBytes)
    throw new ImportError(path, undefined, `larger than ${maxFileBytes / 1024 / 1024} MiB`)
  const bytes = unpackEntry(file, entry)
  const is = isMap(bytes)
  if (is) {
    const { objects } = parseMap(`/${path}`, bytes)
    if (templates.test(path)) for (const _ of objects);
    else coverage.count(objects)
  } else if (/(^|\/)regions(\.reg)?$/.test(path)) parseRegions(path, bytes)
  releaseBuffer(bytes)
  return is
}

/** The folder of the regions file, or else the common folder of all files. */
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

/** Templates for random maps or for the editor, which players never enter. */
const templates = /^(styles|editor)\//

function isMap(bytes: Uint8Array): boolean {
  return mapMark.every((byte, at) => bytes[at] === byte)
}
