// Stores files that are too large for memory: they are written and read one row at a time.
import type { UploadedFile } from '../../games/game.ts'
import { releaseBuffer } from '../../games/shared/release-buffer.ts'
import type { Records, StoredValue } from './records.ts'

/** Bytes per row. Writing a file takes one buffer of this size, and so does reading it. */
export const bytesPerRow = 512 * 1024

/** Bytes in pieces of any length. */
export type ByteSource = AsyncIterable<Uint8Array> | Iterable<Uint8Array>

const rowKey = (prefix: string, row: number) => `${prefix}/${row}`

/**
 * Buffers one row, however small the pieces are. Resolves to the size of the file when all bytes are written. Throws
 * when `isWanted` returns false, because nothing would delete rows that are written later.
 */
export async function putBlob(
  records: Records,
  prefix: string,
  body: ByteSource,
  isWanted: () => boolean = () => true,
): Promise<number> {
  const row = new Uint8Array(bytesPerRow)
  let [rows, filled] = [0, 0]
  const write = () => {
    if (!isWanted()) throw new Error('the file took too long, or is not needed any more')
    records.write(new Map([[rowKey(prefix, rows++), row.subarray(0, filled)]]))
    filled = 0
  }
  for await (const piece of body) {
    for (let at = 0; at < piece.length; ) {
      const part = piece.subarray(at, at + bytesPerRow - filled)
      row.set(part, filled)
      at += part.length
      filled += part.length
      if (filled === bytesPerRow) write()
    }
  }
  const size = rows * bytesPerRow + filled
  if (filled > 0) write()
  return size
}

/** Reads a file by rows, each of which is valid until the next is read. */
export function* readBlobRows(records: Records, prefix: string): Generator<Uint8Array> {
  for (let row = 0; ; row++) {
    const stored = records.get(rowKey(prefix, row))
    if (stored === undefined) return
    const bytes = requireRow(stored)
    yield bytes
    releaseBuffer(bytes)
  }
}

/** Reads any part of a file; the last row is cached, so that sequential reads load each row once. */
export function openBlob(records: Records, prefix: string, name: string, size: number): UploadedFile {
  let held: { readonly row: number; readonly bytes: Uint8Array } | undefined
  const bytesOf = (row: number): Uint8Array => {
    if (held?.row === row) return held.bytes
    if (held) releaseBuffer(held.bytes)
    held = { row, bytes: requireRow(records.get(rowKey(prefix, row))) }
    return held.bytes
  }
  return {
    name,
    size,
    read(from, to) {
      const end = Math.min(to, size)
      const bytes = new Uint8Array(Math.max(0, end - from))
      for (let at = from; at < end; ) {
        const row = Math.floor(at / bytesPerRow)
        const part = bytesOf(row).subarray(at - row * bytesPerRow, end - row * bytesPerRow)
        bytes.set(part, at - from)
        at += part.length
      }
      return bytes
    },
  }
}

export function* blobDeletions(prefix: string, size: number): Generator<[key: string, value: undefined]> {
  for (let row = 0; row * bytesPerRow < size; row++) yield [rowKey(prefix, row), undefined]
}

/**
 * Deletes a file of unknown size. Rows are deleted one at a time from the file's end, so that an interrupted call can
 * be repeated.
 */
export function deleteBlob(records: Records, prefix: string): void {
  let rows = 0
  while (records.get(rowKey(prefix, rows)) !== undefined) rows++
  while (rows > 0) records.write(new Map([[rowKey(prefix, --rows), undefined]]))
}

function requireRow(stored: StoredValue | undefined): Uint8Array {
  if (stored instanceof Uint8Array) return stored
  throw new Error('a row of a file is missing')
}
