// Files inside a packed folder: a tar, compressed or not, or a Debian package.
import { spawn } from 'node:child_process'
import { type Duplex, Readable } from 'node:stream'
import { createGunzip, createZstdDecompress } from 'node:zlib'
import { createTarDecoder } from 'modern-tar'
import { Failure, oneLine } from '../terminal/failure.ts'

/** A file of an archive. `path`: with `/`, without a leading `./`. */
export interface PackedFile {
  readonly path: string
  readonly bytes: Uint8Array
}

/** A stream of the unpacked bytes. `ended` rejects if they are damaged. */
interface Unpacked {
  readonly tar: Readable
  readonly ended: Promise<unknown>
}

/** By file ending: how to decompress. */
const decompressors: { readonly [ending: string]: (packed: Uint8Array) => Unpacked } = {
  '.tar': (packed) => ({ tar: Readable.from([packed]), ended: Promise.resolve() }),
  '.tar.gz': (packed) => decompressWith(createGunzip(), packed),
  '.tgz': (packed) => decompressWith(createGunzip(), packed),
  '.tar.zst': (packed) => decompressWith(createZstdDecompress(), packed),
  '.tar.xz': decompressXz,
}
const debian = '.deb'

/** Whether the name is that of an archive that `filesInArchive` reads. */
export function isPackedFolder(name: string): boolean {
  return name.endsWith(debian) || endingOf(name) !== undefined
}

/** All regular files, in the order of the archive. Throws Failure for a damaged archive. */
export async function* filesInArchive(name: string, bytes: Uint8Array): AsyncGenerator<PackedFile> {
  const [tarName, packed] = name.endsWith(debian) ? dataOfDebianPackage(name, bytes) : [name, bytes]
  const decompress = decompressors[endingOf(tarName) ?? '']
  if (!decompress) throw new Failure(`${name}: ${tarName} is compressed in an unknown way`)
  const { tar, ended } = decompress(packed)
  const failure = ended.then(
    () => undefined,
    (error: unknown) => error,
  )
  try {
    const entries = (Readable.toWeb(tar) as ReadableStream<Uint8Array>).pipeThrough(
      createTarDecoder({ strict: true }),
    )
    for await (const { header, body } of entries) {
      if (header.type === 'file')
        yield { path: header.name.replace(/^(\.?\/)+/, ''), bytes: await new Response(body).bytes() }
      else await body.cancel()
    }
    await ended
  } catch (error) {
    throw new Failure(`cannot unpack ${name}: ${oneLine((await failure) ?? error)}`)
  }
}

function endingOf(name: string): string | undefined {
  return Object.keys(decompressors).find((ending) => name.endsWith(ending))
}

/**
 * The tar with the package's files. A package is an `ar` archive: a signature, then its members at even offsets, each with
 * 60 bytes of header (the name first, the size at 48).
 */
function dataOfDebianPackage(name: string, bytes: Uint8Array): readonly [name: string, packed: Uint8Array] {
  const text = (from: number, length: number) =>
    Buffer.from(bytes.subarray(from, from + length))
      .toString('latin1')
      .trim()
  if (text(0, 8) !== '!<arch>') throw new Failure(`${name} is not a Debian package`)
  for (let at = 8; at + 60 <= bytes.length; ) {
    const [member, size] = [text(at, 16).replace(/\/$/, ''), Number(text(at + 48, 10))]
    if (!(size >= 0)) break
    if (member.startsWith('data.tar')) return [member, bytes.subarray(at + 60, at + 60 + size)]
    at += 60 + size + (size % 2)
  }
  throw new Failure(`${name} is a Debian package without files`)
}

function decompressWith(stream: Duplex, packed: Uint8Array): Unpacked {
  stream.end(packed)
  return { tar: stream, ended: Promise.resolve() }
}

/** Node has no xz. Systems with Debian packages have the program. */
function decompressXz(packed: Uint8Array): Unpacked {
  const program = spawn('xz', ['--decompress', '--stdout'], { stdio: ['pipe', 'pipe', 'ignore'] })
  const ended = new Promise<void>((resolve, reject) => {
    program.on('error', () => reject(new Failure('The program xz is missing. Install xz-utils.')))
    program.on('close', (code) => (code === 0 ? resolve() : reject(new Failure('xz cannot decompress it'))))
  })
  // A program that ends early does not read the rest.
  program.stdin.on('error', () => {})
  program.stdin.end(packed)
  return { tar: program.stdout, ended }
}
