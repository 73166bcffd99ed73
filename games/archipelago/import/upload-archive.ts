// Reads and stores a host's upload, which is a multidata, or the generator's zip of a multidata and patches. All files
// can be downloaded. Spoilers and the multidata, which contains the passwords, require the room's token.
import { zipSync } from 'fflate'
import type { ByteChunks, GameFile, RecordStore, RecordValue, UploadedFile } from '../../game.ts'
import { listZipEntries, unpackChunks, unpackEntry, type ZipEntry, ZipError } from '../../shared/zip.ts'
import { zipTimestamp } from './patch-file.ts'
import { maxFileBytes, readWholeFile } from './read-whole-file.ts'
import { SeedError } from './seed-error.ts'

export interface SeedUpload {
  readonly multidata: Uint8Array
  readonly otherFiles: readonly ArchiveFile[]
  readonly warnings: readonly string[]
}
interface ArchiveFile {
  readonly name: string
  /** The content is unpacked when it is read. */
  readonly chunks: ByteChunks
}

const zipLimits = { entries: 4096, bytes: 40 * 1024 * 1024 } as const
/** Maximum bytes of the files other than the multidata. */
const maxOtherBytes = 24 * 1024 * 1024

/** The original server rejects ROMs too, because they must not be distributed. */
const romExtensions = /\.(sfc|smc|nes|n64|z64|v64|sms|gb|gbc|gba|nds|iso)$/i

/**
 * Throws SeedError for a zip that does not have exactly one multidata, and for files over the limits. `checkHead`: is
 * called for a file that is too large, and throws if its first bytes are not those of a multidata.
 */
export function readUpload(file: UploadedFile, checkHead: (head: Uint8Array) => void): SeedUpload {
  const [first, second] = file.read(0, 2)
  if (first !== 0x50 || second !== 0x4b)
    return { multidata: readWholeFile(file, 'the multidata', checkHead), otherFiles: [], warnings: [] }
  try {
    return readZip(file)
  } catch (error) {
    if (error instanceof ZipError) throw new SeedError(error.message)
    throw error
  }
}

function readZip(file: UploadedFile): SeedUpload {
  const warnings: string[] = []
  const entries = selectEntries(file, warnings)
  const multidatas = entries.filter(({ path }) => isMultidata(path))
  const [multidata] = multidatas
  if (multidata === undefined) throw new SeedError('the zip has no .archipelago file')
  if (multidatas.length > 1)
    throw new SeedError(`the zip has ${multidatas.length} .archipelago files; expected one`)
  const others = entriesByFileName(entries.filter((entry) => entry !== multidata))
  // Unpacks all files once, so that errors are found before anything is stored.
  for (const entry of others.values()) for (const _ of unpackChunks(file, entry));
  return {
    multidata: unpackEntry(file, multidata),
    otherFiles: [...others].map(([name, entry]) => ({ name, chunks: () => unpackChunks(file, entry) })),
    warnings,
  }
}

function isMultidata(path: string): boolean {
  return path.endsWith('.archipelago')
}

function selectEntries(file: UploadedFile, warnings: string[]): ZipEntry[] {
  let bytesLeft = maxOtherBytes
  return listZipEntries(file, zipLimits, (path, length) => {
    if (isMultidata(path)) {
      if (length > maxFileBytes) throw new ZipError(`${path} is over ${maxFileBytes / 1024 / 1024} MiB`)
      return true
    }
    const reason = rejectReason(path, length, bytesLeft)
    if (reason === undefined) bytesLeft -= length
    else warnings.push(`${path.slice(0, 200)} was not stored: ${reason}`)
    return reason === undefined
  })
}

function rejectReason(path: string, length: number, left: number): string | undefined {
  const name = baseName(path)
  if (romExtensions.test(name)) return 'it looks like a ROM'
  // The library that writes zips omits a file named `__proto__`.
  if (name.length > 200 || !/^[^\p{Cc}\ufffd]*$/u.test(name) || name === '__proto__')
    return 'its name is invalid'
  if (name === saveFileName) return 'upload the save separately'
  if (name === playerFilesFileName) return 'the room has a file of its own with this name'
  if (length > left) return `the files have more than ${maxOtherBytes / 1024 / 1024} MiB in total`
  return undefined
}

export const saveFileName = 'save.apsave'
export const playerFilesFileName = 'yamls.zip'

function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

/** The last part of a file's path is its name for downloads. */
function entriesByFileName(entries: readonly ZipEntry[]): Map<string, ZipEntry> {
  const files = new Map<string, ZipEntry>()
  for (const entry of entries) {
    const name = baseName(entry.path)
    if (files.has(name)) throw new SeedError(`${name} is in the zip twice`)
    files.set(name, entry)
  }
  return files
}

interface StoredFileEntry {
  readonly name: string
  readonly type: string
  readonly secret: boolean
}

const fileListKey = 'files'
const fileKey = (index: number) => `file/${index}`

/** The multidata gets the file name that the generator uses. */
export function* uploadRecords(
  { multidata, otherFiles }: SeedUpload,
  seedName: string,
): Generator<[key: string, value: RecordValue | ByteChunks]> {
  const own = `AP_${seedName}.archipelago`
  yield [
    fileListKey,
    [own, ...otherFiles.map(({ name }) => name)].map((name) => ({ ...storedFileEntry(name) })),
  ]
  yield [fileKey(0), multidata]
  for (const [index, { chunks }] of otherFiles.entries()) yield [fileKey(index + 1), chunks]
}

function storedFileEntry(name: string): StoredFileEntry {
  if (/_Spoiler\.txt$/i.test(name)) return { name, type: 'text/plain; charset=utf-8', secret: true }
  return { name, type: 'application/octet-stream', secret: isMultidata(name) }
}

/** Returns the upload as a zip that `readUpload` accepts. The files are compressed already. */
export function storedUploadZip(store: RecordStore): Uint8Array {
  const files = listStoredFiles(store).map(({ name, body }) => [name, body() as Uint8Array] as const)
  return zipSync(Object.fromEntries(files), { level: 0, mtime: zipTimestamp })
}

/** Each file is read when it is downloaded. */
export function listStoredFiles(store: RecordStore): GameFile[] {
  const entries = (store.get(fileListKey) ?? []) as unknown as readonly StoredFileEntry[]
  return entries.map((file, index) => ({
    ...file,
    unchanging: !file.secret,
    body: () => store.get(fileKey(index)) as Uint8Array,
  }))
}
