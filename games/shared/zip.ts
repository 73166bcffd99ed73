// Unpacks an uploaded zip without trusting a number in it, and without holding it: its directory is walked first, and of a
// file what is packed is read where it lies, piece by piece. Games' readers of archives use it; what the files mean is theirs.
import { Inflate, inflateSync, strFromU8 } from 'fflate'
import type { HandedIn } from '../game.ts'
import { giveBack } from './give-back.ts'

/** The bytes make no zip that may be unpacked. `unparseable`: they are no zip at all. */
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
  /** Of all entries that are kept, unpacked. */
  readonly bytes: number
}

/** One file of a zip, not unpacked yet. */
export interface ZipEntry {
  /** `/` between folders. */
  readonly path: string
  /** Unpacked, as the zip says. */
  readonly length: number
  /** Where its own header stands. */
  readonly offset: number
  readonly packed: number
  readonly method: number
}

/** What a zip is read from. */
export type ZipFile = Pick<HandedIn, 'size' | 'read'>

/**
 * Of a deflated file, read at once. Deflate grows at most 1,032-fold: no more than 16 MiB come out before they are counted.
 * Smaller ones are dear: at each the library lets go of half a MiB, whatever comes out.
 */
const slice = 16 * 1024
/** Packed bytes of what is unpacked at once; 64 MiB come out of it at most, of which what is over its length goes nowhere. */
const small = 64 * 1024
/** Of a name with its folders, in bytes: systems have no longer ones, and whoever looks for something in it looks often. */
const longestName = 4096
/** Of a stored one. */
const storedSlice = 64 * 1024

/**
 * The files of a zip in the order of its directory, without folders and what a Mac leaves (`__MACOSX`, `._name`,
 * `.DS_Store`), and without those that `keeps` says no to. Nothing is unpacked. Throws ZipFault for what is no zip, for too
 * many or too large entries, for two of a path, and for entries that lie over each other.
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
 * What comes out of an entry, piece by piece, each good until the next one is asked for. Throws ZipFault at the latest behind the
 * last, if that is not as long as the zip says.
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

/** As it lies there, if it is deflated: what a game keeps packed need not be packed again. */
export function stillDeflated(file: ZipFile, { offset, packed, method }: ZipEntry): Uint8Array | undefined {
  if (method !== methods.deflated) return undefined
  const start = contentAt(file, offset)
  return file.read(start, start + packed)
}

/** The same in one place. */
export function unpackedWhole(file: ZipFile, entry: ZipEntry): Uint8Array {
  const { method, packed, length } = entry
  // Larger packed than it says to be: a lie is not unpacked to its end.
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

/** Thousands of small files: a stream for each costs ten times what is in it. */
function unpackedAtOnce(file: ZipFile, { path, offset, packed, length }: ZipEntry): Uint8Array {
  const start = contentAt(file, offset)
  const bytes = file.read(start, start + packed)
  // A byte more than it says: what is over that goes nowhere, and is known by it.
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

// ---- The zip's own records (APPNOTE.TXT 4.3) -----------------------------------------------------------------

const methods = { stored: 0, deflated: 8 } as const
const marks = {
  end: 0x06054b50,
  end64: 0x06064b50,
  locator64: 0x07064b50,
  entry: 0x02014b50,
  local: 0x04034b50,
} as const
const lengths = { end: 22, end64: 56, locator64: 20, entry: 46, local: 30, comment: 65_535 } as const
/** Instead of a number that takes more bits: then it stands in a record of its own. */
const elsewhere = { u16: 0xffff, u32: 0xffffffff } as const
/** Of the piece of an entry's extra field that has such numbers. */
const extra64 = 1
/** In an entry's flags: its name is UTF-8, and else of an old code page, taken for Latin-1. */
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

/** How many entries the directory has, and where. */
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

/** Unpacked length, packed length and offset; those that are elsewhere stand, in this order, in the extra field. */
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

/** Where what is packed begins. */
function contentAt(file: ZipFile, offset: number): number {
  const view = record(file, offset, lengths.local, marks.local)
  return offset + lengths.local + view.getUint16(26, true) + view.getUint16(28, true)
}

/** One stretch of bytes is one file's: a bomb has many entries of the same. */
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

/** The library throws its own errors. */
function unpacking<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (error instanceof Error) throw noZip(error.message)
    throw error
  }
}
