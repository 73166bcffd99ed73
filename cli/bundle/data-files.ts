// Data files that sources import, such as maps and pictures: for import-data-files.ts, vitest.config.ts, and our builds
// with esbuild. wrangler has `rules` with the same files.
import { readFileSync } from 'node:fs'

/** Endings, without the dot, of files that are imported as a string. */
export const textFiles = ['anim', 'arc', 'face', 'map', 'msg', 'quests', 'trs'] as const
/** Endings, without the dot, of files that are imported as an `ArrayBuffer`. */
export const binaryFiles = ['deflate', 'png', 'wad'] as const

/** The source of an ES module with the content of a data file; undefined for other files. */
export function dataModule(path: string): string | undefined {
  const ending = endingOf(path)
  if (includes(textFiles, ending)) return `export default ${JSON.stringify(readFileSync(path, 'utf8'))}`
  if (!isBinaryFile(path)) return undefined
  const base64 = readFileSync(path).toString('base64')
  return `export default Uint8Array.from(atob('${base64}'), (byte) => byte.charCodeAt(0)).buffer`
}

/** Whether a file is imported as an `ArrayBuffer`. */
export function isBinaryFile(path: string): boolean {
  return includes(binaryFiles, endingOf(path))
}

type DataLoader = 'copy' | 'text' | 'binary'

/** esbuild's loaders of data files: `copy` makes each a module of its own, `inline` puts them into the code. */
export function dataLoaders(how: 'copy' | 'inline'): { [ending: string]: DataLoader } {
  const loaders = (endings: readonly string[], inline: DataLoader) =>
    endings.map((ending) => [`.${ending}`, how === 'copy' ? how : inline] as const)
  return Object.fromEntries([...loaders(textFiles, 'text'), ...loaders(binaryFiles, 'binary')])
}

/** How workerd imports a data file that is a module of its own. */
export function dataModuleType(path: string): 'text' | 'data' {
  return includes(textFiles, endingOf(path)) ? 'text' : 'data'
}

const endingOf = (path: string) => path.slice(path.lastIndexOf('.') + 1)

function includes(list: readonly string[], ending: string): boolean {
  return list.includes(ending)
}
