import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  blobDeletions,
  bytesPerRow,
  openBlob,
  putBlob,
  readBlobRows,
} from '../../durable-objects/storage/blob-store.ts'
import type { StoredValue } from '../../durable-objects/storage/records.ts'
import { memoryRecords } from '../memory-records.ts'
import { assertProperty } from '../property.ts'

function counted() {
  const records = memoryRecords()
  const written: number[] = []
  const write = (changes: ReadonlyMap<string, StoredValue | undefined>) => {
    for (const value of changes.values()) if (value) written.push(value.length)
    records.write(changes)
  }
  return { records: { ...records, write }, written }
}

/**
 * Records in memory, and the maximum number of bytes that were read but not yet released. A released buffer has length
 * 0.
 */
function watched() {
  const records = memoryRecords()
  const given: Uint8Array[] = []
  let most = 0
  const get = (key: string) => {
    const value = records.get(key)
    if (value instanceof Uint8Array) given.push(value)
    most = Math.max(
      most,
      given.reduce((sum, one) => sum + one.byteLength, 0),
    )
    return value
  }
  return { records: { ...records, get }, most: () => most }
}

const patterned = (length: number) => Uint8Array.from({ length }, (_, at) => (at * 7 + (at >> 8)) & 255)

function* cutInto(bytes: Uint8Array, sizes: readonly number[]): Generator<Uint8Array> {
  for (let at = 0, i = 0; at < bytes.length; i++) {
    const size = sizes[i % sizes.length]!
    yield bytes.subarray(at, at + size)
    at += size
  }
}

describe('a stored blob', () => {
  const bytes = patterned(3 * bytesPerRow + 12_345)

  it('is read back unchanged from any position, and leaves no records when it is deleted', () =>
    assertProperty(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 1, max: 2 * bytesPerRow }), { minLength: 1, maxLength: 5 }),
        fc.integer({ min: 0, max: bytes.length + 10 }),
        fc.integer({ min: 0, max: bytes.length + 10 }),
        async (sizes, from, to) => {
          const { records } = counted()
          const size = await putBlob(records, 'f', cutInto(bytes, sizes))
          expect(size).toBe(bytes.length)
          const file = openBlob(records, 'f', 'name', size)
          expect(Buffer.compare(file.read(from, to), bytes.slice(from, Math.max(from, to)))).toBe(0)
          records.writeAll(blobDeletions('f', size))
          expect([...records.list('')]).toEqual([])
        },
      ),
      { numRuns: 30 },
    ))

  it('is written one row at a time, though it arrives byte by byte', async () => {
    const { records, written } = counted()
    const file = bytes.subarray(0, bytesPerRow + 100)
    expect(await putBlob(records, 'f', cutInto(file, [1]))).toBe(file.length)
    expect(written).toEqual([bytesPerRow, 100])
  })

  it('is read one row at a time, any number of times', async () => {
    const { records, most } = watched()
    const size = await putBlob(records, 'f', [bytes])
    const file = openBlob(records, 'f', 'name', size)
    for (let round = 0; round < 3; round++)
      for (let at = 0; at < size; at += 100_000)
        expect(Buffer.compare(file.read(at, at + 100_000), bytes.slice(at, at + 100_000))).toBe(0)
    expect(most()).toBe(bytesPerRow)
  })

  it('is sent from start to end one row at a time', async () => {
    const { records, most } = watched()
    await putBlob(records, 'f', [bytes])
    let at = 0
    for (const row of readBlobRows(records, 'f')) {
      expect(Buffer.compare(row, bytes.subarray(at, at + row.length))).toBe(0)
      at += row.length
    }
    expect([at, most()]).toEqual([bytes.length, bytesPerRow])
  })

  it('can be empty', async () => {
    const { records, written } = counted()
    expect(await putBlob(records, 'f', [])).toBe(0)
    expect([written, openBlob(records, 'f', '', 0).read(0, 9).length]).toEqual([[], 0])
  })
})

it('a blob that is deleted while it arrives is not written any further, and leaves no records', async () => {
  const records = memoryRecords()
  records.write(new Map([['came', 'now']]))
  async function* slow() {
    yield new Uint8Array(bytesPerRow)
    records.write(new Map([...records.list('')].map(([key]) => [key, undefined])))
    yield new Uint8Array(bytesPerRow)
  }
  const kept = putBlob(records, 'file/slow', slow(), () => records.get('came') !== undefined)
  await expect(kept).rejects.toThrow('took too long')
  expect([...records.list('')]).toEqual([])
})
