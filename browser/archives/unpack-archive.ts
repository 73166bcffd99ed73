// Files inside a packed folder: a tar, compressed or not, or a Debian package. The command line and the site's forms read
// them with the same code, as streams.
import { createTarDecoder } from 'modern-tar'

/** A file of an archive. `path`: with `/`, without a leading `./`. */
export interface PackedFile {
  readonly path: string
  readonly bytes: Uint8Array<ArrayBuffer>
}

/** Why an archive cannot be unpacked, for people. */
export class ArchiveError extends Error {
  override name = 'ArchiveError'
}

type Bytes = ReadableStream<Uint8Array<ArrayBuffer>>

/** By file ending: how to decompress. */
export type Decompressors = { readonly [ending: string]: (packed: Bytes) => Bytes | Promise<Bytes> }

const decompressors: Decompressors = {
  '.tar': (packed) => packed,
  '.tar.gz': (packed) => packed.pipeThrough(new DecompressionStream('gzip')),
  '.tgz': (packed) => packed.pipeThrough(new DecompressionStream('gzip')),
  async '.tar.xz'(packed) {
    // A CommonJS package: bundles and Node have its exports under `default`.
    const loaded: { readonly default?: unknown } = await import('xz-decompress')
    const { XzReadableStream } = (loaded.default ?? loaded) as typeof import('xz-decompress')
    return new XzReadableStream(packed) as Bytes
  },
}
const debian = '.deb'

/** Maximum bytes of all files: the import of a Crossfire world accepts as many. A small archive can hold any number. */
const maxBytes = 1024 * 1024 * 1024
/** Maximum bytes of one file, which is held in memory. */
const maxFileBytes = 256 * 1024 * 1024

const [mib, fileMib] = [maxBytes / 1024 / 1024, maxFileBytes / 1024 / 1024]
const limitText = `it can unpack to at most ${mib} MiB, and one file to ${fileMib} MiB`

export interface UnpackOptions {
  /** Further decompressors. */
  readonly decompressors?: Decompressors
  /** Called with the number of packed bytes that were read. */
  readonly onRead?: (bytes: number) => void
}

/**
 * All regular files, in the order of the archive, without those whose path has a name that starts with a dot. Throws
 * ArchiveError if the archive is damaged, of another kind, or too large.
 */
export async function* filesInArchive(
  name: string,
  archive: Blob,
  { decompressors: more = {}, onRead = () => {} }: UnpackOptions = {},
): AsyncGenerator<PackedFile> {
  const known = { ...decompressors, ...more }
  const [tarName, packed] = name.endsWith(debian) ? await dataOfDebianPackage(name, archive) : [name, archive]
  const decompress = known[endingOf(tarName, known) ?? '']
  if (!decompress) throw new ArchiveError(`${name}: ${tarName} is compressed in an unknown way`)
  let total = 0
  try {
    const tar = await decompress(packed.stream().pipeThrough(counting(onRead)))
    for await (const { header, body } of items(tar.pipeThrough(createTarDecoder({ strict: true })))) {
      const path = header.name.replace(/^(\.?\/)+/, '')
      if (header.type !== 'file' || /(^|\/)\./.test(path)) {
        await body.cancel()
        continue
      }
      total += header.size
      if (header.size > maxFileBytes || total > maxBytes)
        throw new ArchiveError(`${name} is too large: ${limitText}`)
      yield { path, bytes: new Uint8Array(await new Response(body).arrayBuffer()) }
    }
  } catch (error) {
    if (error instanceof ArchiveError) throw error
    const why = (error instanceof Error && error.message) || 'it is damaged'
    throw new ArchiveError(`cannot unpack ${name}: ${why}`)
  }
}

/** Not every browser iterates over a stream. */
async function* items<T>(stream: ReadableStream<T>): AsyncGenerator<T> {
  const reader = stream.getReader()
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) yield read.value
  } finally {
    await reader.cancel().catch(() => {}) // the stream may have failed, which the reader has reported
  }
}

function counting(onRead: (bytes: number) => void) {
  return new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(piece, controller) {
      onRead(piece.length)
      controller.enqueue(piece)
    },
  })
}

function endingOf(name: string, known: Decompressors): string | undefined {
  return Object.keys(known).find((ending) => name.endsWith(ending))
}

/**
 * The tar with the package's files. A package is an `ar` archive: a signature, then its members at even offsets, each with
 * 60 bytes of header (the name first, the size at 48).
 */
async function dataOfDebianPackage(
  name: string,
  archive: Blob,
): Promise<readonly [name: string, packed: Blob]> {
  const text = async (from: number, length: number) =>
    (await archive.slice(from, from + length).text()).trim()
  if ((await text(0, 8)) !== '!<arch>') throw new ArchiveError(`${name} is not a Debian package`)
  for (let at = 8; at + 60 <= archive.size; ) {
    const member = (await text(at, 16)).replace(/\/$/, '')
    const size = Number(await text(at + 48, 10))
    if (!(size >= 0)) break
    if (member.startsWith('data.tar')) return [member, archive.slice(at + 60, at + 60 + size)]
    at += 60 + size + (size % 2)
  }
  throw new ArchiveError(`${name} is a Debian package without files`)
}
