// Files of rooms (wire/EXPORT.md) on this machine: read through before they are believed, and there when they are whole.
import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pipeline, Readable } from 'node:stream'
import { createGunzip, type Gunzip } from 'node:zlib'
import { type Digesting, ExportError, type ExportHead, ExportReader } from '../../wire/exported.ts'

/** What a file holds, and how it lies here. */
export interface RoomFile {
  readonly head: ExportHead
  /** Rows. */
  readonly parts: number
  readonly bytes: number
  /** Of the file itself, in hexadecimal digits. */
  readonly sha256: string
}

/** How the file of one that is not whole yet is called, behind the name that it will have. */
export const partial = '.partial'

/** Reads a file to its end. Throws ExportError for what is none, and the system's own errors. */
export function readRoomFile(path: string): Promise<RoomFile> {
  return readThrough(createReadStream(path))
}

/**
 * Writes what comes and reads it through; then it is under this name, durable, in the place of what was. Throws what
 * `readRoomFile` does, and then nothing has changed. `named`: where it goes by what it is.
 */
export async function writeRoomFile(
  source: AsyncIterable<Uint8Array>,
  folder: string,
  named: (file: RoomFile) => string,
): Promise<RoomFile> {
  await mkdir(folder, { recursive: true })
  const begun = `${folder}/${randomUUID()}${partial}`
  try {
    const handle = await open(begun, 'wx', 0o600)
    let file: RoomFile
    try {
      file = await readThrough(written(source, handle))
      await handle.sync()
    } finally {
      await handle.close()
    }
    const path = named(file)
    await rename(begun, path)
    await syncFolder(dirname(path))
    return file
  } finally {
    await rm(begun, { force: true })
  }
}

/** A rename lasts when the folder is written. Where folders cannot be, as on Windows, it lasts anyway. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => undefined) // likewise
  await handle?.sync().catch(() => {}) // as said
  await handle?.close()
}

async function* written(
  source: AsyncIterable<Uint8Array>,
  handle: Pick<FileHandle, 'write'>,
): AsyncGenerator<Uint8Array> {
  for await (const piece of source) {
    // A disk that is nearly full may take less than it is given.
    for (let at = 0; at < piece.length; ) at += (await handle.write(piece, at)).bytesWritten
    yield piece
  }
}

async function readThrough(source: AsyncIterable<Uint8Array>): Promise<RoomFile> {
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
  const reader = new ExportReader(digesting(), { head: (said) => (head = said), part() {} })
  for await (const piece of unpacked(counted())) reader.read(piece)
  const parts = reader.end()
  return { head: head!, parts, bytes, sha256: hash.digest('hex') }
}

/** It is packed, or it is not: some browsers unpack what they fetch. */
async function* unpacked(source: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  const { value: first, done } = await source.next()
  if (done) return
  async function* all(): AsyncGenerator<Uint8Array> {
    yield first!
    yield* source
  }
  if (first[0] !== 0x1f || first[1] !== 0x8b) return yield* all()
  try {
    // What fails while it comes fails here, too.
    yield* compose(all(), createGunzip())
  } catch (error) {
    if (isOfZlib(error)) throw new ExportError('is damaged: it cannot be unpacked')
    throw error
  }
}

/** The one through the other, with the faults of both. */
function compose(source: AsyncIterable<Uint8Array>, to: Gunzip): AsyncIterable<Uint8Array> {
  return pipeline(Readable.from(source), to, () => {}) // who reads `to` is told, too
}

function isOfZlib(error: unknown): boolean {
  return error instanceof Error && 'code' in error && /^Z_/.test(String(error.code))
}

function digesting(): Digesting {
  const hash = createHash('sha256')
  return { update: (bytes) => hash.update(bytes), hex: () => hash.copy().digest('hex') }
}
