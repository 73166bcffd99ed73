// A host's upload: a bare multidata, or the generator's zip of one with its patches. The files are kept for download:
// patches by anybody; spoilers and the multidata, which contains the passwords, with the room's token.
import { zipSync } from 'fflate'
import type { GameFile, UploadedFile, ByteChunks, RecordStore, RecordValue } from '../../game.ts'
import { unpackChunks, unpackEntry, type ZipEntry, ZipError, listZipEntries } from '../../shared/zip.ts'
import { SeedFault } from './fault.ts'
import { zippedAt } from './patch.ts'
import { mostWhole, readWhole } from './whole.ts'

export interface Upload {
  readonly multidata: Uint8Array
  readonly others: readonly KeptFile[]
  readonly warnings: readonly string[]
}
export interface KeptFile {
  readonly name: string
  /** Unpacked on demand. */
  readonly pieces: ByteChunks
}

const limits = { entries: 4096, bytes: 40 * 1024 * 1024 } as const
/** Total bytes of all other members. */
const mostOthers = 24 * 1024 * 1024

/** ROMs, which must not be distributed; the original rejects them too. */
const roms = /\.(sfc|smc|nes|n64|z64|v64|sms|gb|gbc|gba|nds|iso)$/i

/**
 * Throws SeedFault for other files, for a zip without a multidata or with two, and over the limits. `look` checks the
 * first bytes of a file that is too large and throws if they are not those of a multidata.
 */
export function readUpload(file: UploadedFile, look: (head: Uint8Array) => void): Upload {
  const [first, second] = file.read(0, 2)
  if (first !== 0x50 || second !== 0x4b)
    return { multidata: readWhole(file, 'the multidata', look), others: [], warnings: [] }
  try {
    return readZip(file)
  } catch (error) {
    if (error instanceof ZipError) throw new SeedFault(error.message)
    throw error
  }
}

function readZip(file: UploadedFile): Upload {
  const warnings: string[] = []
  const entries = keptEntries(file, warnings)
  const multidatas = entries.filter(({ path }) => isMultidata(path))
  const [multidata] = multidatas
  if (multidata === undefined) throw new SeedFault('the zip has no .archipelago file')
  if (multidatas.length > 1)
    throw new SeedFault(`the zip has ${multidatas.length} .archipelago files; one is wanted`)
  const others = named(entries.filter((entry) => entry !== multidata))
  // Unpacks the files before anything is stored, since errors must be found before then.
  for (const entry of others.values()) for (const _ of unpackChunks(file, entry));
  return {
    multidata: unpackEntry(file, multidata),
    others: [...others].map(([name, entry]) => ({ name, pieces: () => unpackChunks(file, entry) })),
    warnings,
  }
}

function isMultidata(path: string): boolean {
  return path.endsWith('.archipelago')
}

function keptEntries(file: UploadedFile, warnings: string[]): ZipEntry[] {
  let left = mostOthers
  return listZipEntries(file, limits, (path, length) => {
    if (isMultidata(path)) {
      if (length > mostWhole) throw new ZipError(`${path} is over ${mostWhole / 1024 / 1024} MiB`)
      return true
    }
    const why = unwanted(path, length, left)
    if (why === undefined) left -= length
    else warnings.push(`${path.slice(0, 200)} is not kept: ${why}`)
    return why === undefined
  })
}

function unwanted(path: string, length: number, left: number): string | undefined {
  const name = baseName(path)
  if (roms.test(name)) return 'it looks like a game of its own'
  if (name.length > 200 || !/^[^\p{Cc}\ufffd]*$/u.test(name)) return 'its name will not do'
  if (name === saveName) return 'a save comes as a part of its own'
  if (length > left) return `the files are over ${mostOthers / 1024 / 1024} MiB in all`
  return undefined
}

export const saveName = 'save.apsave'

function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

/** Keyed by the last part of their paths, under which they are downloaded. */
function named(entries: readonly ZipEntry[]): Map<string, ZipEntry> {
  const files = new Map<string, ZipEntry>()
  for (const entry of entries) {
    const name = baseName(entry.path)
    if (files.has(name)) throw new SeedFault(`${name} is in the zip twice`)
    files.set(name, entry)
  }
  return files
}

interface FileEntry {
  readonly name: string
  readonly type: string
  readonly secret: boolean
}

const listKey = 'files'
const fileKey = (index: number) => `file/${index}`

/** The records of an upload; the multidata gets the generator's name for it. */
export function* archiveRecords(
  { multidata, others }: Upload,
  seedName: string,
): Generator<[key: string, value: RecordValue | ByteChunks]> {
  const own = `AP_${seedName}.archipelago`
  yield [listKey, [own, ...others.map(({ name }) => name)].map((name) => ({ ...entry(name) }))]
  yield [fileKey(0), multidata]
  for (const [index, { pieces }] of others.entries()) yield [fileKey(index + 1), pieces]
}

function entry(name: string): FileEntry {
  if (/_Spoiler\.txt$/i.test(name)) return { name, type: 'text/plain; charset=utf-8', secret: true }
  return { name, type: 'application/octet-stream', secret: isMultidata(name) }
}

/** The stored files as a zip that `readUpload` accepts. Its members are already compressed. */
export function archiveZip(store: RecordStore): Uint8Array {
  const files = archiveFiles(store).map(({ name, body }) => [name, body() as Uint8Array] as const)
  return zipSync(Object.fromEntries(files), { level: 0, mtime: zippedAt })
}

/** The files of an existing room, each read on download. */
export function archiveFiles(store: RecordStore): GameFile[] {
  const entries = (store.get(listKey) ?? []) as unknown as readonly FileEntry[]
  return entries.map((file, index) => ({
    ...file,
    // Players may cache patches.
    unchanging: !file.secret,
    body: () => store.get(fileKey(index)) as Uint8Array,
  }))
}
