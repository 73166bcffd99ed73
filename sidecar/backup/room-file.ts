// Files of rooms are verified when they are read or written, and get their names only when they are complete.
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pipeline, Readable } from 'node:stream'
import { createGunzip, type Gunzip } from 'node:zlib'
import {
  ExportError,
  type ExportHead,
  ExportReader,
  type IncrementalDigest,
} from '../../wire/export/room-export.ts'
import { createPartialPath } from '../util/partial-file.ts'
import { makeFolder } from './make-folder.ts'

export interface RoomFile {
  readonly head: ExportHead
  readonly parts: number
  readonly bytes: number
  /** Digest of the file itself, in hexadecimal. */
  readonly sha256: string
}

/** Throws ExportError if the file is invalid, and errors of the system. */
export function readRoomFile(path: string): Promise<RoomFile> {
  return verifyStream(createReadStream(path))
}

/**
 * Verifies the stream, and durably renames the file to the path that `pathFor` returns. Replaces an existing file at
 * that path. Throws the errors of `readRoomFile`, and then leaves existing files unchanged.
 */
export async function writeRoomFile(
  source: AsyncIterable<Uint8Array>,
  folder: string,
  pathFor: (file: RoomFile) => string,
): Promise<RoomFile> {
  await makeFolder(folder)
  const partialPath = await createPartialPath(folder)
  try {
    const handle = await open(partialPath, 'wx', 0o600)
    let file: RoomFile
    try {
      file = await verifyStream(writeThrough(source, handle))
      await handle.sync()
    } finally {
      await handle.close()
    }
    const path = pathFor(file)
    await rename(partialPath, path)
    await fsyncFolder(dirname(path))
    return file
  } finally {
    await rm(partialPath, { force: true })
  }
}

/** Makes a rename in the folder durable. Does nothing on systems that cannot open or sync folders, such as Windows. */
export async function fsyncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => undefined) // Windows cannot open folders
  await handle?.sync().catch(() => {}) // some systems cannot sync folders
  await handle?.close()
}

async function* writeThrough(
  source: AsyncIterable<Uint8Array>,
  handle: Pick<FileHandle, 'write'>,
): AsyncGenerator<Uint8Array> {
  for await (const piece of source) {
    // On a nearly full disk, a write may store only a part of the bytes.
    for (let at = 0; at < piece.length; ) at += (await handle.write(piece, at)).bytesWritten
    yield piece
  }
}

async function verifyStream(source: AsyncIterable<Uint8Array>): Promise<RoomFile> {
  const hash = createHash('sha256')
  let bytes = 0
  async function* counted(): AsyncGenerator<Uint8Array> {
    for await (const piece of source) {
      hash.update(piece)
      bytes += piece.length
      yield piece
    }
  }
  let head: ExportHead | undefined
  const reader = new ExportReader(createDigest(), { head: (fields) => (head = fields), part() {} })
  for await (const piece of decompress(counted())) reader.read(piece)
  const parts = reader.end()
  return { head: head!, parts, bytes, sha256: hash.digest('hex') }
}

/** Decompresses a file; accepts uncompressed ones too, because some browsers decompress downloads. */
async function* decompress(source: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  const { value: first, done } = await source.next()
  if (done) return
  async function* all(): AsyncGenerator<Uint8Array> {
    yield first!
    yield* source
  }
  if (first[0] !== 0x1f || first[1] !== 0x8b) return yield* all()
  try {
    // This iteration also throws the errors of the source.
    yield* compose(all(), createGunzip())
  } catch (error) {
    if (isZlibError(error)) throw new ExportError('is damaged: it cannot be decompressed')
    throw error
  }
}

/** Connects the streams: the result throws the errors of both. */
function compose(source: AsyncIterable<Uint8Array>, to: Gunzip): AsyncIterable<Uint8Array> {
  return pipeline(Readable.from(source), to, () => {}) // the reader of `to` gets the error too
}

function isZlibError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && /^Z_/.test(String(error.code))
}

function createDigest(): IncrementalDigest {
  const hash = createHash('sha256')
  return { update: (bytes) => hash.update(bytes), hex: () => hash.copy().digest('hex') }
}
