// What a host uploads: a bare multidata, or the generator's zip of one with its patches. The files are kept to be
// fetched: patches by everybody; the multidata, which has the passwords, and spoilers with the room's token.
import { zipSync } from 'fflate'
import type { GameFile, Store, Value } from '../../game.ts'
import { unzip, ZipFault } from '../../shared/zip.ts'
import { SeedFault } from './fault.ts'
import { zippedAt } from './patch.ts'

export interface Upload {
  readonly multidata: Uint8Array
  readonly others: readonly KeptFile[]
  readonly warnings: readonly string[]
}
export interface KeptFile {
  readonly name: string
  readonly bytes: Uint8Array
}

const limits = { entries: 4096, bytes: 40 * 1024 * 1024 } as const
const mostMultidata = 16 * 1024 * 1024
/** Of all other members together. */
const mostOthers = 24 * 1024 * 1024

/** What nobody may pass on; the original refuses them too. */
const roms = /\.(sfc|smc|nes|n64|z64|v64|sms|gb|gbc|gba|nds|iso)$/i

/** Throws SeedFault for what is neither, for a zip without a multidata or with two, and beyond the bounds. */
export function readUpload(bytes: Uint8Array): Upload {
  if (bytes[0] !== 0x50 || bytes[1] !== 0x4b) return { multidata: bytes, others: [], warnings: [] }
  const warnings: string[] = []
  const contents = unpacked(bytes, warnings)
  const multidatas = [...contents.keys()].filter(isMultidata)
  const [path] = multidatas
  if (path === undefined) throw new SeedFault('the zip has no .archipelago file')
  if (multidatas.length > 1)
    throw new SeedFault(`the zip has ${multidatas.length} .archipelago files; one is wanted`)
  const multidata = contents.get(path)!
  contents.delete(path)
  return { multidata, others: named(contents), warnings }
}

function isMultidata(path: string): boolean {
  return path.endsWith('.archipelago')
}

function unpacked(bytes: Uint8Array, warnings: string[]): Map<string, Uint8Array> {
  let left = mostOthers
  const keeps = (path: string, length: number) => {
    if (isMultidata(path)) {
      if (length > mostMultidata) throw new ZipFault(`${path} is over ${mostMultidata / 1024 / 1024} MiB`)
      return true
    }
    const why = unwanted(path, length, left)
    if (why === undefined) left -= length
    else warnings.push(`${path.slice(0, 200)} is not kept: ${why}`)
    return why === undefined
  }
  try {
    return unzip(bytes, limits, keeps)
  } catch (error) {
    if (error instanceof ZipFault) throw new SeedFault(error.message)
    throw error
  }
}

function unwanted(path: string, length: number, left: number): string | undefined {
  const name = baseName(path)
  if (roms.test(name)) return 'it looks like a game of its own'
  if (name.length > 200 || !/^[^\p{Cc}\ufffd]*$/u.test(name)) return 'its name will not do'
  if (name === saveName) return 'a save comes as a part of its own'
  if (length > left) return `the files are over ${mostOthers / 1024 / 1024} MiB in all`
  return undefined
}

export const saveName = 'save.apsave'

function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

/** By the last part of their paths: that is how they are fetched. */
function named(contents: ReadonlyMap<string, Uint8Array>): KeptFile[] {
  const files = new Map<string, KeptFile>()
  for (const [path, bytes] of contents) {
    const name = baseName(path)
    if (files.has(name)) throw new SeedFault(`${name} is in the zip twice`)
    files.set(name, { name, bytes })
  }
  return [...files.values()]
}

interface FileEntry {
  readonly name: string
  readonly type: string
  readonly secret: boolean
}

const listKey = 'files'
const fileKey = (index: number) => `file/${index}`

/** What is stored of an upload; the multidata under the name that the generator gives it. */
export function* archiveRecords(
  { multidata, others }: Upload,
  seedName: string,
): Generator<[key: string, value: Value]> {
  const files = [{ name: `AP_${seedName}.archipelago`, bytes: multidata }, ...others]
  yield [listKey, files.map(({ name }) => ({ ...entry(name) }))]
  for (const [index, { bytes }] of files.entries()) yield [fileKey(index), bytes]
}

function entry(name: string): FileEntry {
  if (/_Spoiler\.txt$/i.test(name)) return { name, type: 'text/plain; charset=utf-8', secret: true }
  return { name, type: 'application/octet-stream', secret: isMultidata(name) }
}

/** The upload again, as far as it was kept: a zip that `readUpload` takes. What is in it is packed already. */
export function archiveZip(store: Store): Uint8Array {
  const files = archiveFiles(store).map(({ name, body }) => [name, body() as Uint8Array] as const)
  return zipSync(Object.fromEntries(files), { level: 0, mtime: zippedAt })
}

/** The files of a founded room, each read when it is fetched. */
export function archiveFiles(store: Store): GameFile[] {
  const entries = (store.get(listKey) ?? []) as unknown as readonly FileEntry[]
  return entries.map((file, index) => ({ ...file, body: () => store.get(fileKey(index)) as Uint8Array }))
}
