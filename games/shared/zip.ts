// Unpacks an uploaded zip without trusting a number in it: first by what its directory declares, then by what comes
// out. Games' readers of archives use it; what the files mean is theirs.
import { Unzip, type UnzipFile, UnzipInflate, unzipSync } from 'fflate'

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

/** Deflate grows at most 1,032-fold: no more than 4 MiB come out at once before they are counted. */
const slice = 4096

/**
 * The files of a zip by their paths (`/` between folders), without folders and what a Mac leaves (`__MACOSX`,
 * `._name`, `.DS_Store`), and without those that `keeps` says no to. Never holds more of them than `limits.bytes`.
 * Throws ZipFault for what is no zip, for too many or too large entries, and for entries that are not as long as
 * the zip says.
 */
export function unzip(
  bytes: Uint8Array,
  limits: ZipLimits,
  keeps: (path: string, length: number) => boolean = () => true,
): Map<string, Uint8Array> {
  const declared = list(bytes, limits, keeps)
  const contents = new Map<string, Uint8Array>()
  const filled = new Map<string, number>()
  const reader = new Unzip((file) => {
    const length = declared.get(file.name)
    if (length === undefined) return
    if (contents.has(file.name)) throw new ZipFault(`${file.name} is in the zip twice`)
    const content = new Uint8Array(length)
    contents.set(file.name, content)
    collect(file, content, filled)
  })
  reader.register(UnzipInflate)
  unpacking(() => {
    for (let at = 0; at < bytes.length; at += slice) {
      reader.push(bytes.subarray(at, at + slice), at + slice >= bytes.length)
    }
  })
  for (const [path, { length }] of contents) {
    const out = filled.get(path) ?? 0
    if (out !== length) throw new ZipFault(`${path}: ${out} bytes came out of the zip, which says ${length}`)
  }
  return new Map([...contents].map(([path, content]) => [slashed(path), content]))
}

function collect(file: UnzipFile, content: Uint8Array, filled: Map<string, number>): void {
  let end = 0
  file.ondata = (error, chunk) => {
    if (error) throw error
    if (end + chunk.length > content.length) {
      throw new ZipFault(`${file.name}: more comes out of the zip than the ${content.length} bytes it says`)
    }
    content.set(chunk, end)
    end += chunk.length
    filled.set(file.name, end)
  }
  file.start()
}

/** What the zip's directory says: the length of each file by its path. Nothing is unpacked. */
function list(
  bytes: Uint8Array,
  limits: ZipLimits,
  keeps: (path: string, length: number) => boolean,
): Map<string, number> {
  const declared = new Map<string, number>()
  let entries = 0
  let total = 0
  const filter = (entry: { name: string; originalSize: number; compression: number }) => {
    if (++entries > limits.entries) throw new ZipFault(`the zip has over ${limits.entries} entries`)
    if (isLitter(entry.name) || !keeps(slashed(entry.name), entry.originalSize)) return false
    total += entry.originalSize
    if (!(total <= limits.bytes))
      throw new ZipFault(`the zip's files are over ${limits.bytes / 1024 / 1024} MiB in all`)
    if (declared.has(entry.name)) throw new ZipFault(`${entry.name} is in the zip twice`)
    if (entry.compression !== 0 && entry.compression !== 8) {
      throw new ZipFault(
        `${entry.name}: compressed by method ${entry.compression}; stored and deflate are read`,
      )
    }
    declared.set(entry.name, entry.originalSize)
    return false
  }
  unpacking(() => unzipSync(bytes, { filter }))
  return declared
}

function slashed(path: string): string {
  return path.replaceAll('\\', '/')
}

function isLitter(path: string): boolean {
  const parts = path.split(/[/\\]/)
  const name = parts.at(-1)
  return !name || name.startsWith('.') || parts[0] === '__MACOSX'
}

/** The library throws its own errors, and the platform's where a zip's offsets lead nowhere. */
function unpacking(work: () => void): void {
  try {
    work()
  } catch (error) {
    if (error instanceof ZipFault) throw error
    const why = error instanceof Error ? error.message : 'it cannot be unpacked'
    throw new ZipFault(`not a zip: ${why}`, { unparseable: true })
  }
}
