// World A, the small synthetic map in both formats, as files and as zips.
import { readdirSync, readFileSync } from 'node:fs'
import { zipSync } from 'fflate'

const folder = new URL('./fixtures/worlds/A/', import.meta.url)

export type Files = { [path: string]: Uint8Array }

/** A new copy of the map's files in one of the two formats, by name. */
export function worldA(format: 'original-format' | 'soapdispenser-format'): Files {
  const files: Files = {}
  const from = new URL(`${format}/`, folder)
  for (const name of readdirSync(from)) files[name] = new Uint8Array(readFileSync(new URL(name, from)))
  return files
}

export function zipFiles(files: Files, folderName = ''): Uint8Array {
  const named = Object.entries(files).map(([name, bytes]) => [folderName + name, bytes])
  return zipSync(Object.fromEntries(named), { level: 1 })
}
