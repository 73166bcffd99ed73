// The reader does not trust the zip's numbers, and does not load the zip into memory. It reads the zip's directory
// first, and the packed bytes of a file on demand.
import { Inflate, inflateSync, strFromU8 } from 'fflate'
import type { UploadedFile } from '../game.ts'
import { releaseBuffer } from './release-buffer.ts'

/** Thrown if the zip cannot be unpacked. `unparseable`: whether the bytes are not a zip at all. */
export class ZipError extends Error {
  override name = 'ZipError'
  readonly unparseable: boolean

  constructor(message: string, { unparseable = false } = {}) {
    super(message)
    this.unparseable = unparseable
  }
}

export interface ZipLimits {
  readonly entries: number
  /** Limit of all wanted entries together, unpacked. */
  readonly bytes: number
}

/** The file is not unpacked yet. */
export interface ZipEntry {
  /** Path with `/` between folders. */
  readonly path: string
  /** Unpacked size, according to the zip. */
  readonly length: number
  /** Offset of the file's local header in the zip. */
  readonly offset: number
  readonly packedLength: number
  readonly method: number
}

export type ZipFile = Pick<UploadedFile, 'size' | 'read'>

/**
 * Bytes of a deflated file that are read at once. Deflate expands at most 1,032-fold, so at most 16 MiB are unpacked
 * before they are counted. Smaller reads are slow: the library allocates and drops half a MiB with each read, whatever
 * the output.
 */
const deflateReadBytes = 16 * 1024
/**
 * Maximum packed size of a file that is unpacked in one call. The output has at most 64 MiB, and its bytes beyond the
 * stated length are discarded.
 */
const maxOneShotBytes = 64 * 1024
/** Maximum path length in bytes, because callers search paths often. Linux has no longer paths. */
const maxPathBytes = 4096
/** Bytes of a stored file, which is not deflated, that are read at once. */
const storedReadBytes = 64 * 1024

/**
 * Lists the files of a zip in directory order, without folders, macOS metadata (`__MACOSX`, `._name`, `.DS_Store`) and
 * files that `isWanted` rejects. Unpacks nothing. Throws ZipError if the bytes are not a zip, there are too many
 * entries, entries are too large, two entries have the same path, or entries overlap.
 */
export function listZipEntries(
  file: ZipFile,
  limits: ZipLimits,
  isWanted: (path: string, length: number) => boolean = () => true,
): ZipEntry[] {
  const entries: ZipEntry[] = []
  const paths = new Set<string>()
  let total = 0
  for (const { name, ...entry } of readDirectory(file, limits.entries)) {
    const path = name.replaceAll('\\', '/')
    if (isJunkFile(path) || !isWanted(path, entry.length)) continue
    total += entry.length
    if (!(total <= limits.bytes))
      throw new ZipError(`the zip's files are over ${limits.bytes / 1024 / 1024} MiB in all`)
    if (paths.has(path)) throw new ZipError(`${name} appears twice in the zip`)
    if (entry.method !== methods.stored && entry.method !== methods.deflated)
      throw new ZipError(`${name}: unsupported compression method ${entry.method}; use stored or deflate`)
    paths.add(path)
    entries.push({ path, ...entry })
  }
  rejectOverlaps(file, entries)
  return entries
}

/**
 * Unpacks an entry in chunks, each valid until the next one is requested. Throws ZipError, at the latest after the last
 * chunk, if the length differs from the one that the zip states.
 */
export function* unpackChunks(file: ZipFile, entry: ZipEntry): Generator<Uint8Array> {
  const { length } = entry
  let out = 0
  for (const piece of readChunks(file, entry)) {
    out += piece.length
    if (out > length) throw wrongLength(entry, out)
    yield piece
    releaseBuffer(piece)
  }
  if (out !== length) throw wrongLength(entry, out)
}

function wrongLength({ path, length }: ZipEntry, unpacked: number): ZipError {
  return unpacked > length
    ? new ZipError(`${path}: unpacks to more than the ${length} bytes that the zip declares`)
    : new ZipError(`${path}: unpacks to ${unpacked} bytes, but the zip declares ${length}`)
}

/** The deflated bytes of an entry, which a game can store without deflating again; undefined if it is not deflated. */
export function deflatedBytesOf(
  file: ZipFile,
  { offset, packedLength, method }: ZipEntry,
): Uint8Array | undefined {
  if (method !== methods.deflated) return undefined
  const start = contentOffset(file, offset)
  return file.read(start, start + packedLength)
}

export function unpackEntry(file: ZipFile, entry: ZipEntry): Uint8Array {
  const { method, packedLength, length } = entry
  // An entry whose packed size exceeds its stated length is unpacked in chunks, so that a false length stops it early.
  if (
    method === methods.deflated &&
    packedLength > 0 &&
    packedLength <= Math.min(maxOneShotBytes, length + 64)
  )
    return unpackInOneCall(file, entry)
  const content = new Uint8Array(length)
  let at = 0
  for (const piece of unpackChunks(file, entry)) {
    content.set(piece, at)
    at += piece.length
  }
  return content
}

/** Unpacks a small entry in one call. A stream for each of thousands of small files would cost ten times as much. */
function unpackInOneCall(file: ZipFile, entry: ZipEntry): Uint8Array {
  const { offset, packedLength, length } = entry
  const start = contentOffset(file, offset)
  const bytes = file.read(start, start + packedLength)
  // The buffer has one byte more than the stated length, to detect longer output. Output beyond the buffer is
  // discarded.
  const out = new Uint8Array(length + 1)
  const content = convertErrors(() => inflateSync(bytes, { out }))
  if (content.length !== length) throw wrongLength(entry, content.length)
  const whole = content.slice()
  releaseBuffer(out)
  return whole
}

function* readChunks(file: ZipFile, { offset, packedLength, method }: ZipEntry): Generator<Uint8Array> {
  const start = contentOffset(file, offset)
  const end = start + packedLength
  if (method === methods.stored) {
    for (let at = start; at < end; at += storedReadBytes)
      yield file.read(at, Math.min(at + storedReadBytes, end))
    return
  }
  const pieces: Uint8Array[] = []
  const inflate = new Inflate((piece) => pieces.push(piece))
  for (let at = start; at < end; at += deflateReadBytes) {
    const next = Math.min(at + deflateReadBytes, end)
    convertErrors(() => inflate.push(file.read(at, next), next === end))
    yield* pieces.splice(0)
  }
}

// ---- Zip records (APPNOTE.TXT 4.3) ----------------------------------------------------------------------------

const methods = { stored: 0, deflated: 8 } as const
const signatures = {
  end: 0x06054b50,
  end64: 0x06064b50,
  locator64: 0x07064b50,
  entry: 0x02014b50,
  local: 0x04034b50,
} as const
const lengths = { end: 22, end64: 56, locator64: 20, entry: 46, local: 30, comment: 65_535 } as const
/** The value that marks a number as too large for its field: the number is in a zip64 record. */
const zip64Marker = { u16: 0xffff, u32: 0xffffffff } as const
const extra64 = 1
/** The flag of an entry whose name is UTF-8. Other names are in an old code page, and are read as Latin-1. */
const utf8Name = 0x800

type DirectoryEntry = Omit<ZipEntry, 'path'> & { readonly name: string }

function* readDirectory(file: ZipFile, most: number): Generator<DirectoryEntry> {
  const { entries, at: begin } = findDirectory(file)
  let at = begin
  for (let n = 0; n < entries; n++) {
    const view = readRecord(file, at, lengths.entry, signatures.entry)
    if (n === most) throw new ZipError(`the zip has over ${most} entries`)
    const [name, extra, comment] = [28, 30, 32].map((place) => view.getUint16(place, true))
    const varied = file.read(at + lengths.entry, at + lengths.entry + name! + extra!)
    if (varied.length !== name! + extra!) throw invalidZip()
    if (name! > maxPathBytes) throw new ZipError(`a name in the zip is over ${maxPathBytes} bytes`)
    const text = strFromU8(varied.subarray(0, name), (view.getUint16(8, true) & utf8Name) === 0)
    const numbers = resolveZip64Numbers(
      varied.subarray(name),
      [24, 20, 42].map((place) => view.getUint32(place, true)),
    )
    const [length, packed, offset] = numbers as [number, number, number]
    yield { name: text, length, packedLength: packed, offset, method: view.getUint16(10, true) }
    at += lengths.entry + name! + extra! + comment!
  }
}

function findDirectory(file: ZipFile): { entries: number; at: number } {
  const from = Math.max(0, file.size - lengths.end - lengths.comment)
  const view = viewOf(file.read(from, file.size))
  let end = view.byteLength - lengths.end
  while (end >= 0 && view.getUint32(end, true) !== signatures.end) end--
  if (end < 0) throw invalidZip()
  const entries = view.getUint16(end + 10, true)
  const at = view.getUint32(end + 16, true)
  if (entries !== zip64Marker.u16 && at !== zip64Marker.u32) return { entries, at }
  return findZip64Directory(file, from + end - lengths.locator64) ?? { entries, at }
}

function findZip64Directory(file: ZipFile, locator: number): { entries: number; at: number } | undefined {
  if (locator < 0) return undefined
  const pointer = viewOf(file.read(locator, locator + lengths.locator64))
  if (pointer.getUint32(0, true) !== signatures.locator64) return undefined
  const view = readRecord(file, u64(pointer, 8), lengths.end64, signatures.end64)
  return { entries: u64(view, 32), at: u64(view, 48) }
}

/**
 * Reads the unpacked length, the packed length and the offset of an entry. Numbers that are marked as too large are in
 * the extra field, in this order.
 */
function resolveZip64Numbers(extra: Uint8Array, numbers: readonly number[]): number[] {
  const view = viewOf(extra)
  let [at, end] = [0, 0]
  for (let next = 0; next + 4 <= extra.length; next += 4 + view.getUint16(next + 2, true))
    if (view.getUint16(next, true) === extra64)
      [at, end] = [next + 4, Math.min(next + 4 + view.getUint16(next + 2, true), extra.length)]
  return numbers.map((number) => {
    if (number !== zip64Marker.u32 || at + 8 > end) return number
    at += 8
    return u64(view, at - 8)
  })
}

function contentOffset(file: ZipFile, offset: number): number {
  const view = readRecord(file, offset, lengths.local, signatures.local)
  return offset + lengths.local + view.getUint16(26, true) + view.getUint16(28, true)
}

/** Rejects overlapping entries, because zip bombs use the same bytes for many entries. */
function rejectOverlaps(file: ZipFile, entries: readonly ZipEntry[]): void {
  let end = 0
  for (const { path, offset, packedLength } of entries.toSorted((a, b) => a.offset - b.offset)) {
    if (offset < end) throw new ZipError(`${path} overlaps another file in the zip`)
    end = contentOffset(file, offset) + packedLength
    if (end > file.size) throw invalidZip()
  }
}

function readRecord(file: ZipFile, at: number, length: number, mark: number): DataView {
  const bytes = at + length <= file.size ? file.read(at, at + length) : new Uint8Array(0)
  const view = viewOf(bytes)
  if (bytes.length < length || view.getUint32(0, true) !== mark) throw invalidZip()
  return view
}

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
const u64 = (view: DataView, at: number) => Number(view.getBigUint64(at, true))

function isJunkFile(path: string): boolean {
  const parts = path.split('/')
  const name = parts.at(-1)
  return !name || name.startsWith('.') || parts[0] === '__MACOSX'
}

function invalidZip(why = 'the file is damaged or has another format'): ZipError {
  return new ZipError(`not a zip: ${why}`, { unparseable: true })
}

function convertErrors<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (error instanceof Error) throw invalidZip(error.message)
    throw error
  }
}
