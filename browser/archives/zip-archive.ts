// Converts a packed folder to a zip, file by file, because the site accepts only zips.
import { Zip, ZipPassThrough } from 'fflate'
import { ArchiveError, unpackArchive } from './unpack-archive.ts'

/** Every site refuses zips that are larger than this. */
const maxZipBytes = 512 * 1024 * 1024
/** The number of the compression method in zip files (APPNOTE.TXT, 4.4.5). */
const deflateMethod = 8

/** `onProgress`: called with the converted share of the archive, from 0 to 1. Throws ArchiveError. */
export async function zipArchive(archive: File, onProgress: (share: number) => void): Promise<File> {
  const pieces: Uint8Array<ArrayBuffer>[] = []
  const zip = new Zip((error, piece) => {
    if (error) throw error
    pieces.push(piece as Uint8Array<ArrayBuffer>)
    size += piece.length
  })
  let [read, size, files] = [0, 0, 0]
  const onRead = (bytes: number) => {
    read += bytes
    onProgress(read / archive.size)
  }
  for await (const { path, bytes } of unpackArchive(archive.name, archive, { onRead })) {
    const file = new DeflatedFile(path, await deflate(bytes))
    zip.add(file)
    file.push(bytes, true)
    files++
    if (size > maxZipBytes) throw new ArchiveError(`${archive.name} is too large`)
  }
  if (files === 0) throw new ArchiveError(`${archive.name} contains no files`)
  zip.end()
  return new File(pieces, `${archive.name}.zip`)
}

/** The browser compresses the file. fflate computes the checksum of the pushed bytes. */
class DeflatedFile extends ZipPassThrough {
  readonly #packed: Uint8Array<ArrayBuffer>

  constructor(path: string, packed: Uint8Array<ArrayBuffer>) {
    super(path)
    this.compression = deflateMethod
    this.#packed = packed
  }

  protected override process(_: Uint8Array, final: boolean): void {
    this.ondata(null, this.#packed, final)
  }
}

async function deflate(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const packed = new Blob([bytes]).stream().pipeThrough(new CompressionStream('deflate-raw'))
  return new Uint8Array(await new Response(packed).arrayBuffer())
}
