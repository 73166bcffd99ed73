// Reads an upload for commands such as `room create`. A file is sent unchanged. A folder or a packed folder is sent as
// a zip.
import { createReadStream } from 'node:fs'
import { readdir, readFile, stat } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { Duplex } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { crc32, createZstdDecompress, deflateRawSync } from 'node:zlib'
import type { Zip, ZipInputFile } from 'fflate'
import {
  ArchiveError,
  type Decompressors,
  type UnpackedFile,
  unpackArchive,
} from '../../browser/archives/unpack-archive.ts'
import { isPackedFolderName } from '../../wire/util/packed-folders.ts'
import { describeInOneLine, Failure } from '../terminal/failure.ts'

/** Maximum bytes of one upload: the Worker's default limit. */
const uploadLimit = 64 * 1024 * 1024

export interface UploadOptions {
  readonly limit?: number
  /** Whether the upload contains the file at `path`, which is relative to the folder. Default: all files. */
  readonly includes?: (path: string) => boolean
  /**
   * Whether a tar or Debian package is repacked as a zip of its files. Default: false, the package is sent unchanged.
   */
  readonly unpacks?: boolean
}

/** Throws Failure if the upload cannot be read or exceeds the limit. */
export async function readUpload(
  path: string,
  { limit = uploadLimit, includes = () => true, unpacks = false }: UploadOptions = {},
): Promise<File> {
  try {
    const info = await stat(path)
    if (info.isDirectory())
      return new File(
        await zipFiles(path, filesInFolder(path, includes), limit),
        `${basename(resolve(path))}.zip`,
      )
    if (unpacks && (isPackedFolderName(path) || path.endsWith('.tar.zst'))) {
      const files = unpackArchive(basename(path), new Blob([await readFile(path)]), { decompressors })
      return new File(await zipFiles(path, selected(files, includes), limit), `${basename(path)}.zip`)
    }
    return new File([await readBoundedFile(path, limit)], basename(path))
  } catch (error) {
    if (error instanceof ArchiveError) throw new Failure(describeInOneLine(error))
    throw error instanceof Failure ? error : new Failure(`cannot read ${path}: ${describeInOneLine(error)}`)
  }
}

/**
 * Reads a file, or a pipe or device, whose size is unknown. Throws Failure if it has more than `limit` bytes, and a
 * system error if it cannot be read.
 */
export async function readBoundedFile(path: string, limit: number): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = await buffer(createReadStream(path, { end: limit }))
  if (bytes.length > limit) throw tooLarge(path, limit)
  return bytes
}

/** Zips one file after another to save memory, because a folder can be many times larger than its zip. */
async function zipFiles(
  from: string,
  all: AsyncIterable<UnpackedFile>,
  limit: number,
): Promise<Uint8Array<ArrayBuffer>[]> {
  const { Zip } = await import('fflate')
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let length = 0
  const zip = new Zip((error, piece) => {
    if (error) throw error
    chunks.push(new Uint8Array(piece))
    length += piece.length
  })
  let files = 0
  for await (const { path, bytes } of all) {
    files++
    deflateInto(zip, path, bytes)
    if (length > limit) throw tooLarge(from, limit)
  }
  if (files === 0) throw new Failure(`${from} contains no files`)
  zip.end()
  if (length > limit) throw tooLarge(from, limit)
  return chunks
}

type Selection = (path: string) => boolean

/** Links, sockets, and files and folders whose names start with a dot are skipped. */
async function* filesInFolder(folder: string, includes: Selection): AsyncGenerator<UnpackedFile> {
  for await (const path of filesIn(folder))
    if (includes(path)) yield { path, bytes: await readFile(join(folder, path)) }
}

/** `unpackArchive` has already skipped files whose names start with a dot. */
async function* selected(
  files: AsyncIterable<UnpackedFile>,
  includes: Selection,
): AsyncGenerator<UnpackedFile> {
  for await (const file of files) if (includes(file.path)) yield file
}

const decompressors: Decompressors = {
  '.tar.zst': (packed) => packed.pipeThrough(Duplex.toWeb(createZstdDecompress()) as never),
}

/**
 * Compresses with Node's zlib: zlib in JavaScript takes three times as long, and a world can have hundreds of megabytes
 * of text.
 */
function deflateInto(zip: Zip, filename: string, bytes: Uint8Array): void {
  const file: ZipInputFile = {
    ...{ filename, size: bytes.length, crc: crc32(bytes), compression: deflateMethod },
    // The date is fixed, so that packing the same folder again creates the same zip.
    mtime: new Date(1980, 0, 1),
  }
  zip.add(file)
  file.ondata?.(null, new Uint8Array(deflateRawSync(bytes)), true)
}

/** The number of the method Deflate in zip files (APPNOTE.TXT, 4.4.5). */
const deflateMethod = 8

/** Paths are relative to `folder`, with `/` and sorted by name. */
async function* filesIn(folder: string, prefix = ''): AsyncGenerator<string> {
  const entries = await readdir(join(folder, prefix), { withFileTypes: true })
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (entry.name.startsWith('.')) continue
    if (entry.isDirectory()) yield* filesIn(folder, `${prefix}${entry.name}/`)
    else if (entry.isFile()) yield `${prefix}${entry.name}`
  }
}

function tooLarge(path: string, limit: number): Failure {
  return new Failure(`${path} is larger than ${Math.floor(limit / 1024 / 1024)} MiB`)
}
