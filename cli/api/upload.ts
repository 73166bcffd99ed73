// What a host hands in with `room create`: one file as it is, or a folder as a zip.
import { readdir, readFile, stat } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { Failure, oneLine } from '../terminal/failure.ts'

/** Bytes of everything in one upload: the Worker's own default limit. */
export const uploadLimit = 64 * 1024 * 1024

/** The file, or the folder zipped under its own name. Throws Failure for what cannot be read or is over the limit. */
export async function readUpload(path: string, limit = uploadLimit): Promise<File> {
  try {
    const info = await stat(path)
    if (info.isDirectory()) return new File([await zipped(path, limit)], `${basename(resolve(path))}.zip`)
    if (info.size > limit) throw tooLarge(path, limit)
    return new File([await readFile(path)], basename(path))
  } catch (error) {
    throw error instanceof Failure ? error : new Failure(`cannot read ${path}: ${oneLine(error)}`)
  }
}

/** Files and folders whose names begin with a dot stay out, and so does what is neither (links, sockets). */
async function zipped(folder: string, limit: number): Promise<Uint8Array<ArrayBuffer>> {
  const { zipSync } = await import('fflate')
  const files: Record<string, Uint8Array> = {}
  let left = limit
  for await (const name of filesIn(folder)) {
    const { size } = await stat(join(folder, name))
    left -= size
    if (left < 0) throw tooLarge(folder, limit)
    files[name] = await readFile(join(folder, name))
  }
  if (!Object.keys(files).length) throw new Failure(`${folder} has no files`)
  // One date for all: the same folder gives the same zip.
  return new Uint8Array(zipSync(files, { mtime: new Date(1980, 0, 1) }))
}

/** Paths with `/`, relative to `folder`, in the order of their names. */
async function* filesIn(folder: string, prefix = ''): AsyncGenerator<string> {
  const entries = await readdir(join(folder, prefix), { withFileTypes: true })
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (entry.name.startsWith('.')) continue
    if (entry.isDirectory()) yield* filesIn(folder, `${prefix}${entry.name}/`)
    else if (entry.isFile()) yield `${prefix}${entry.name}`
  }
}

function tooLarge(path: string, limit: number): Failure {
  return new Failure(`${path} is over ${Math.floor(limit / 1024 / 1024)} MiB`)
}
