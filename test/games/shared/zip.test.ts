import { strToU8, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { uploadedFile } from '../../../games/shared/uploaded-file.ts'
import {
  listZipEntries,
  unpackChunks,
  unpackEntry,
  ZipError,
  type ZipFile,
} from '../../../games/shared/zip.ts'

const limits = { entries: 100_000, bytes: 64 * 1024 * 1024 }
const fileOf = (zip: Uint8Array) => uploadedFile('a.zip', zip)

/** A zip that counts how it is read. `largest`: bytes of the largest read. `all`: bytes of all reads together. */
function watched(zip: Uint8Array): { file: ZipFile; largest: () => number; all: () => number } {
  let [largest, all] = [0, 0]
  const read = (from: number, to: number) => {
    const bytes = zip.slice(from, to)
    largest = Math.max(largest, bytes.length)
    all += bytes.length
    return bytes
  }
  return { file: { size: zip.length, read }, largest: () => largest, all: () => all }
}

const u32 = (bytes: Uint8Array, at: number, value: number) =>
  new DataView(bytes.buffer, bytes.byteOffset).setUint32(at, value, true)
const u16 = (bytes: Uint8Array, at: number, value: number) =>
  new DataView(bytes.buffer, bytes.byteOffset).setUint16(at, value, true)

const directoryAt = (zip: Uint8Array) =>
  new DataView(zip.buffer, zip.byteOffset).getUint32(zip.length - 22 + 16, true)

describe('a zip', () => {
  const text = strToU8('a text, again and again '.repeat(500))

  it('lists stored and deflated files in directory order', () => {
    const zip = zipSync({ 'a/b.txt': text, c: [text, { level: 0 }], 'd/': new Uint8Array(0), 'ä.txt': text })
    const entries = listZipEntries(fileOf(zip), limits)
    expect(entries.map(({ path, length }) => [path, length])).toEqual([
      ['a/b.txt', text.length],
      ['c', text.length],
      ['ä.txt', text.length],
    ])
    for (const entry of entries) expect(unpackEntry(fileOf(zip), entry)).toEqual(text)
  })

  it('with 10,000 files is listed with few bytes read per file', () => {
    const files = Object.fromEntries(
      Array.from({ length: 10_000 }, (_, i) => [`map-${i}`, [text, { level: 0 }] as const]),
    )
    const zip = zipSync(files as never)
    const { file, largest, all } = watched(zip)
    const entries = listZipEntries(file, { ...limits, bytes: 2 ** 30 })
    expect(entries).toHaveLength(10_000)
    expect(all()).toBeLessThan(10_000 * 150 + 70_000)
    expect(unpackEntry(file, entries[5000]!)).toEqual(text)
    expect(largest()).toBeLessThanOrEqual(66_000)
  })

  it('may contain zip64 fields for small files', () => {
    const zip = zipSync({ a: [text, { level: 0 }] })
    const at = directoryAt(zip)
    const extra = new Uint8Array(28)
    const view = new DataView(extra.buffer)
    view.setUint16(0, 1, true)
    view.setUint16(2, 24, true)
    view.setBigUint64(4, BigInt(text.length), true)
    view.setBigUint64(12, BigInt(text.length), true)
    const named = at + 46 + 1
    const large = new Uint8Array([...zip.subarray(0, named), ...extra, ...zip.subarray(named)])
    for (const place of [20, 24, 42]) u32(large, at + place, 0xffffffff)
    u16(large, at + 30, extra.length)
    u32(large, large.length - 22 + 12, 47 + extra.length)
    const [entry] = listZipEntries(fileOf(large), limits)
    expect(entry).toMatchObject({ path: 'a', length: text.length, offset: 0 })
    expect(unpackEntry(fileOf(large), entry!)).toEqual(text)
  })

  it('with overlapping entries is refused, because it could unpack to any size', () => {
    const zip = zipSync({ a: text, b: text })
    const second = directoryAt(zip) + 46 + 1
    u32(zip, second + 42, 0)
    expect(() => listZipEntries(fileOf(zip), limits)).toThrow('b overlaps another file in the zip')
  })

  it('with a duplicate path is refused, unless the entries are skipped', () => {
    const zip = zipSync({ a: text, b: text })
    zip[directoryAt(zip) + 2 * 46 + 1] = 'a'.charCodeAt(0)
    expect(() => listZipEntries(fileOf(zip), limits)).toThrow('a appears twice in the zip')
    expect(listZipEntries(fileOf(zip), { entries: 2, bytes: 0 }, () => false)).toEqual([])
    const withBackslash = zipSync({ 'a/b': text, 'a\\b': text })
    expect(() => listZipEntries(fileOf(withBackslash), limits)).toThrow('a\\b appears twice in the zip')
  })

  it.each([
    ['a wrong place of its directory', 16, 7],
    ['a place of its directory beyond the end', 16, 1_000_000],
    ['a number of entries that is too large', 10, 9],
  ])('with %s is refused as invalid', (_, at, value) => {
    const zip = zipSync({ a: text })
    if (at === 10) u16(zip, zip.length - 22 + at, value)
    else u32(zip, zip.length - 22 + at, value)
    expect(() => listZipEntries(fileOf(zip), limits)).toThrow(ZipError)
    expect(() => listZipEntries(fileOf(zip), limits)).toThrow(
      'not a zip: the file is damaged or has another format',
    )
  })

  it('with an overlong name is refused', () => {
    const zip = zipSync({ [`${'a/'.repeat(2048)}b`]: new Uint8Array(1) })
    expect(() => listZipEntries(fileOf(zip), limits)).toThrow('over 4096 bytes')
  })

  it('is unpacked in chunks, so that a zip bomb is detected early', () => {
    const zip = zipSync({ a: new Uint8Array(32 * 1024 * 1024) }, { level: 9 })
    const at = directoryAt(zip)
    u32(zip, at + 24, 1000)
    const [entry] = listZipEntries(fileOf(zip), limits)
    const { file, all } = watched(zip)
    expect(() => unpackEntry(file, entry!)).toThrow('unpacks to more than the 1000 bytes')
    expect(all()).toBeLessThan(17_000)
  })

  it('is read with one chunk in memory at a time', () => {
    const content = Uint8Array.from({ length: 1_000_000 }, (_, at) => at % 251)
    const zip = zipSync({ stored: [content, { level: 0 }], deflated: content })
    for (const entry of listZipEntries(fileOf(zip), limits)) {
      let before = new Uint8Array(0)
      let out = 0
      for (const piece of unpackChunks(fileOf(zip), entry)) {
        expect(Buffer.compare(piece, content.subarray(out, out + piece.length))).toBe(0)
        out += piece.length
        expect(before.byteLength).toBe(0)
        before = piece as Uint8Array<ArrayBuffer>
      }
      expect(out).toBe(content.length)
    }
  })
})
