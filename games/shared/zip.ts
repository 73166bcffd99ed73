// Unpacks an uploaded zip in chunks, without trusting its numbers or holding it in memory. It walks the directory
// first, and reads the packed bytes of a file on demand. Games use it to read archives and interpret the files
// themselves.
import { Inflate, inflateSync, strFromU8 } from 'fflate'
import type { HandedIn } from '../game.ts'
import { giveBack } from './give-back.ts'

/** The zip cannot be unpacked. `unparseable`: the bytes are no zip at all. */
export class ZipFault extends Error {
  override name = 'ZipFault'
  readonly unparseable: boolean

  constructor(message: string, { unparseable = false } = {}) {
    super(message)
    this.unparseable = unparseable
  }
}

export interface ZipLimits {
  readonly entries: number
  /** Total unpacked bytes of the kept entries. */
  readonly bytes: number
}

/** One file of a zip, still packed. */
export interface ZipEntry {
  /** With `/` between folders. */
  readonly path: string
  /** Unpacked size, according to the zip. */
  readonly length: number
  /** Offset of its local header. */
  readonly offset: number
  readonly packed: number
  readonly method: number
}

/** The file from which a zip is read. */
export type ZipFile = Pick<HandedIn, 'size' | 'read'>

/**
 * Bytes of a deflated file read at once. Deflate expands at most 1,032-fold, so at most 16 MiB come out before they are
 * counted. Smaller reads are slow: the library discards half a MiB at each, whatever the output.
 */
const slice = 16 * 1024
/**
 * Maximum packed size of a file that is unpacked in one call. At most 64 MiB come out; output over the stated length is
 * discarded.
 */
const small = 64 * 1024
/** Maximum path length in bytes. No operating system has longer paths, and callers search them often. */
const longestName = 4096
/** Bytes of a stored (not deflated) file read at once. */
const storedSlice = 64 * 1024

/**
 * Lists the files of a zip in directory order, without folders, macOS metadata (`__MACOSX`, `._name`, `.DS_Store`) and
 * files that `keeps` rejects. Unpacks nothing. Throws ZipFault if the bytes are no zip, entries are too many or too
 * large, two have the same path, or entries overlap.
 */
export function zipEntries(
  file: ZipFile,
  limits: ZipLimits,
  keeps: (path: string, length: number) => boolean = () => true,
): ZipEntry[] {
  const entries: ZipEntry[] = []
  const names = new Set<string>()
  let total = 0
  for (const { name, ...entry } of directory(file, limits.entries)) {
    const path = slashed(name)
    if (isLitter(path) || !keeps(path, entry.length)) continue
    total += entry.length
    if (!(total <= limits.bytes))
      throw new ZipFault(`the zip's files are over ${limits.bytes / 1024 / 1024} MiB in all`)
    if (names.has(name)) throw new ZipFault(`${name} is in the zip twice`)
    if (entry.method !== methods.stored && entry.method !== methods.deflated)
      throw new ZipFault(`${name}: compressed by method ${entry.method}; stored and deflate are read`)
    names.add(name)
    entries.push({ path, ...entry })
  }
  mustLieApart(file, entries)
  return entries
}

/**
 * Unpacks an entry in chunks, each valid until the next one is requested. Throws ZipFault, at the latest after the last
 * chunk, if the length differs from the one that the zip states.
 */
export function* unpacked(file: ZipFile, entry: ZipEntry): Generator<Uint8Array> {
  const { path, length } = entry
  let out = 0
  for (const piece of piecesOf(file, entry)) {
    out += piece.length
    if (out > length)
      throw new ZipFault(`${path}: more comes out of the zip than the ${length} bytes it says`)
    yield piece
    giveBack(piece)
  }
  if (out !== length) throw new ZipFault(`${path}: ${out} bytes came out of the zip, which says ${length}`)
}

/**
 * The deflated bytes as they are in the zip, so that a game can store them without packing them again. Undefined: not
 * deflated.
 */
export function stillDeflated(file: ZipFile, { offset, packed, method }: ZipEntry): Uint8Array | undefined {
  if (method !== methods.deflated) return undefined
  const start = contentAt(file, offset)
  return file.read(start, start + packed)
}

/** Unpacks an entry into one array. */
export function unpackedWhole(file: ZipFile, entry: ZipEntry): Uint8Array {
  const { method, packed, length } = entry
  // An entry whose packed size exceeds its stated length is unpacked in chunks, so that a false length stops it early.
  if (method === methods.deflated && packed > 0 && packed <= Math.min(small, length + 64))
    return unpackedAtOnce(file, entry)
  const content = new Uint8Array(length)
  let at = 0
  for (const piece of unpacked(file, entry)) {
    content.set(piece, at)
    at += piece.length
  }
  return content
}

/** For archives of thousands of small files: a stream for each would cost ten times as much as its content. */
function unpackedAtOnce(file: ZipFile, { path, offset, packed, length }: ZipEntry): Uint8Array {
  const start = contentAt(file, offset)
  const bytes = file.read(start, start + packed)
  // One byte more than the stated length, to detect longer output; the rest is discarded.
  const out = new Uint8Array(length + 1)
  const content = unpacking(() => inflateSync(bytes, { out }))
  if (content.length > length)
    throw new ZipFault(`${path}: more comes out of the zip than the ${length} bytes it says`)
  if (content.length < length)
    throw new ZipFault(`${path}: ${content.length} bytes came out of the zip, which says ${length}`)
  const whole = content.slice()
  giveBack(out)
  return whole
}

function* piecesOf(file: ZipFile, { offset, packed, method }: ZipEntry): Generator<Uint8Array> {
  const start = contentAt(file, offset)
  const end = start + packed
  if (method === methods.stored) {
    for (let at = start; at < end; at += storedSlice) yield file.read(at, Math.min(at + storedSlice, end))
    return
  }
  const pieces: Uint8Array[] = []
  const inflate = new Inflate((piece) => pieces.push(piece))
  for (let at = start; at < end; at += slice) {
    const next = Math.min(at + slice, end)
    unpacking(() => inflate.push(file.read(at, next), next === end))
    yield* pieces.splice(0)
  }
}

// ---- Zip records (APPNOTE.TXT 4.3) ----------------------------------------------------------------------------

const methods = { stored: 0, deflated: 8 } as const
const marks = {
  end: 0x06054b50,
  end64: 0x06064b50,
  locator64: 0x07064b50,
  entry: 0x02014b50,
  local: 0x04034b50,
} as const
const lengths = { end: 22, end64: 56, locator64: 20, entry: 46, local: 30, comment: 65_535 } as const
/** Marks a number that needs more bits and is in a zip64 record. */
const elsewhere = { u16: 0xffff, u32: 0xffffffff } as const
/** Id of the zip64 extra field. */
const extra64 = 1
/** Entry flag: the name is UTF-8. Otherwise it is in an old code page; we read it as Latin-1. */
const utf8Name = 0x800

type Named = Omit<ZipEntry, 'path'> & { readonly name: string }

function* directory(file: ZipFile, most: number): Generator<Named> {
  const { entries, at: begin } = ending(file)
  let at = begin
  for (let n = 0; n < entries; n++) {
    const view = record(file, at, lengths.entry, marks.entry)
    if (n === most) throw new ZipFault(`the zip has over ${most} entries`)
    const [name, extra, comment] = [28, 30, 32].map((place) => view.getUint16(place, true))
    const varied = file.read(at + lengths.entry, at + lengths.entry + name! + extra!)
    if (varied.length !== name! + extra!) throw noZip()
    if (name! > longestName) throw new ZipFault(`a name in the zip is over ${longestName} bytes`)
    const text = strFromU8(varied.subarray(0, name), (view.getUint16(8, true) & utf8Name) === 0)
    const numbers = large(
      varied.subarray(name),
      [24, 20, 42].map((place) => view.getUint32(place, true)),
    )
    const [length, packed, offset] = numbers as [number, number, number]
    yield { name: text, length, packed, offset, method: view.getUint16(10, true) }
    at += lengths.entry + name! + extra! + comment!
  }
}

/** The number of directory entries, and the directory's offset. */
function ending(file: ZipFile): { entries: number; at: number } {
  const from = Math.max(0, file.size - lengths.end - lengths.comment)
  const view = viewOf(file.read(from, file.size))
  let end = view.byteLength - lengths.end
  while (end >= 0 && view.getUint32(end, true) !== marks.end) end--
  if (end < 0) throw noZip()
  const entries = view.getUint16(end + 10, true)
  const at = view.getUint32(end + 16, true)
  if (entries !== elsewhere.u16 && at !== elsewhere.u32) return { entries, at }
  return ending64(file, from + end - lengths.locator64) ?? { entries, at }
}

function ending64(file: ZipFile, locator: number): { entries: number; at: number } | undefined {
  if (locator < 0) return undefined
  const pointer = viewOf(file.read(locator, locator + lengths.locator64))
  if (pointer.getUint32(0, true) !== marks.locator64) return undefined
  const view = record(file, u64(pointer, 8), lengths.end64, marks.end64)
  return { entries: u64(view, 32), at: u64(view, 48) }
}

/**
 * Resolves unpacked length, packed length and offset. Those marked as elsewhere are in the extra field, in this order.
 */
function large(extra: Uint8Array, numbers: readonly number[]): number[] {
  const view = viewOf(extra)
  let [at, end] = [0, 0]
  for (let next = 0; next + 4 <= extra.length; next += 4 + view.getUint16(next + 2, true))
    if (view.getUint16(next, true) === extra64)
      [at, end] = [next + 4, Math.min(next + 4 + view.getUint16(next + 2, true), extra.length)]
  return numbers.map((number) => {
    if (number !== elsewhere.u32 || at + 8 > end) return number
    at += 8
    return u64(view, at - 8)
  })
}

/** Offset of the packed bytes. */
function contentAt(file: ZipFile, offset: number): number {
  const view = record(file, offset, lengths.local, marks.local)
  return offset + lengths.local + view.getUint16(26, true) + view.getUint16(28, true)
}

/** Rejects overlapping entries: zip bombs use the same bytes for many entries. */
function mustLieApart(file: ZipFile, entries: readonly ZipEntry[]): void {
  let end = 0
  for (const { path, offset, packed } of entries.toSorted((a, b) => a.offset - b.offset)) {
    if (offset < end) throw new ZipFault(`${path} lies over another file of the zip`)
    end = contentAt(file, offset) + packed
    if (end > file.size) throw noZip()
  }
}

function record(file: ZipFile, at: number, length: number, mark: number): DataView {
  const bytes = at + length <= file.size ? file.read(at, at + length) : new Uint8Array(0)
  const view = viewOf(bytes)
  if (bytes.length < length || view.getUint32(0, true) !== mark) throw noZip()
  return view
}

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
const u64 = (view: DataView, at: number) => Number(view.getBigUint64(at, true))

function slashed(path: string): string {
  return path.replaceAll('\\', '/')
}

function isLitter(path: string): boolean {
  const parts = path.split('/')
  const name = parts.at(-1)
  return !name || name.startsWith('.') || parts[0] === '__MACOSX'
}

function noZip(why = 'invalid zip data'): ZipFault {
  return new ZipFault(`not a zip: ${why}`, { unparseable: true })
}

/** Converts the library's errors. */
function unpacking<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (error instanceof Error) throw noZip(error.message)
    throw error
  }
}
