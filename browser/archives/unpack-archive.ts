// A packed folder is a tar, compressed or not, or a Debian package. The command and the site's forms unpack with this
// code.
import { createTarDecoder } from 'modern-tar'

/** `path`: in the archive, with `/` and without a leading `./`. */
export interface UnpackedFile {
  readonly path: string
  readonly bytes: Uint8Array<ArrayBuffer>
}

/** The message is for users. */
export class ArchiveError extends Error {
  override name = 'ArchiveError'
}

type Bytes = ReadableStream<Uint8Array<ArrayBuffer>>

/** Decompression functions by the ending of a file's name. */
export type Decompressors = { readonly [ending: string]: (packed: Bytes) => Bytes | Promise<Bytes> }

const decompressors: Decompressors = {
  '.tar': (packed) => packed,
  '.tar.gz': (packed) => packed.pipeThrough(new DecompressionStream('gzip')),
  '.tgz': (packed) => packed.pipeThrough(new DecompressionStream('gzip')),
  async '.tar.xz'(packed) {
    // The package is CommonJS, so in bundles and in Node its exports are in `default`.
    const loaded: { readonly default?: unknown } = await import('xz-decompress')
    const { XzReadableStream } = (loaded.default ?? loaded) as typeof import('xz-decompress')
    return new XzReadableStream(packed) as Bytes
  },
}

/**
 * The limit for all unpacked files together, the same as in the import of a Crossfire world. Even a small archive can
 * unpack to any number of bytes.
 */
const maxMib = 1024
/** Every unpacked file must fit into memory. */
const maxFileMib = 256
const mib = 1024 * 1024

export interface UnpackOptions {
  readonly decompressors?: Decompressors
  /** Called with the number of packed bytes that have been read. */
  readonly onRead?: (bytes: number) => void
}

/**
 * Yields the files in the order of the archive. Files and folders whose names start with a dot are left out. Throws
 * ArchiveError if the archive is damaged, too large, or of an unknown kind.
 */
export async function* unpackArchive(
  name: string,
  archive: Blob,
  { decompressors: more = {}, onRead = () => {} }: UnpackOptions = {},
): AsyncGenerator<UnpackedFile> {
  const known = { ...decompressors, ...more }
  const [tarName, packed] = name.endsWith('.deb') ? await dataOfDebianPackage(name, archive) : [name, archive]
  const ending = Object.keys(known).find((ending) => tarName.endsWith(ending))
  const decompress = known[ending ?? '']
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
      if (header.size > maxFileMib * mib || total > maxMib * mib) {
        const limits = `it can unpack to at most ${maxMib} MiB, and one file to ${maxFileMib} MiB`
        throw new ArchiveError(`${name} is too large: ${limits}`)
      }
      yield { path, bytes: new Uint8Array(await new Response(body).arrayBuffer()) }
    }
  } catch (error) {
    if (error instanceof ArchiveError) throw error
    const why = (error instanceof Error && error.message) || 'it is damaged'
    throw new ArchiveError(`cannot unpack ${name}: ${why}`)
  }
}

/** Some browsers cannot iterate over a stream with `for await`. */
async function* items<T>(stream: ReadableStream<T>): AsyncGenerator<T> {
  const reader = stream.getReader()
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) yield read.value
  } finally {
    await reader.cancel().catch(() => {}) // `read` has already thrown the error of a failed stream
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

/**
 * A Debian package is an `ar` archive: a signature, followed by members at even offsets. Each member has a header of 60
 * bytes, with the name at 0 and the size at 48.
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
