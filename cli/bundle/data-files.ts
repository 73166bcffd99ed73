// Defines how sources import data files, such as maps and pictures, for import-data-files.ts, vitest.config.ts and our
// builds with esbuild. wrangler.toml has `rules` for the same files.
import { readFileSync } from 'node:fs'

/** File name endings, without the dot, of files that are imported as a string. */
export const textFileEndings = ['anim', 'arc', 'face', 'map', 'msg', 'quests', 'trs'] as const
/** File name endings, without the dot, of files that are imported as an `ArrayBuffer`. */
export const binaryFileEndings = ['deflate', 'png', 'wad'] as const

/** The source of an ES module that exports the content of a data file. Undefined for other files. */
export function dataModuleSource(path: string): string | undefined {
  const ending = endingOf(path)
  if (includes(textFileEndings, ending)) return `export default ${JSON.stringify(readFileSync(path, 'utf8'))}`
  if (!isBinaryFile(path)) return undefined
  const base64 = readFileSync(path).toString('base64')
  return `export default Uint8Array.from(atob('${base64}'), (byte) => byte.charCodeAt(0)).buffer`
}

export function isBinaryFile(path: string): boolean {
  return includes(binaryFileEndings, endingOf(path))
}

type DataLoader = 'copy' | 'text' | 'binary'

/** `copy`: each file becomes a module of its own. `inline`: the files become part of the code. */
export function dataLoaders(how: 'copy' | 'inline'): { [ending: string]: DataLoader } {
  const loaders = (endings: readonly string[], inline: DataLoader) =>
    endings.map((ending) => [`.${ending}`, how === 'copy' ? how : inline] as const)
  return Object.fromEntries([...loaders(textFileEndings, 'text'), ...loaders(binaryFileEndings, 'binary')])
}

export function dataModuleType(path: string): 'text' | 'data' {
  return includes(textFileEndings, endingOf(path)) ? 'text' : 'data'
}

const endingOf = (path: string) => path.slice(path.lastIndexOf('.') + 1)

function includes(list: readonly string[], ending: string): boolean {
  return list.includes(ending)
}
