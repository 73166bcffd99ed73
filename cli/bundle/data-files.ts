// Data files that sources import, such as maps and pictures: for import-data-files.ts, vitest.config.ts, and our builds
// with esbuild. wrangler has `rules` with the same files.
import { readFileSync } from 'node:fs'

/** Imported as a string, and as an ArrayBuffer; without the point. */
export const textFiles = ['anim', 'arc', 'face', 'map', 'trs'] as const
export const binaryFiles = ['deflate', 'png', 'wad'] as const

/** The source of an ES module with the content of a data file; undefined for other files. */
export function dataModule(path: string): string | undefined {
  const ending = path.slice(path.lastIndexOf('.') + 1)
  if (includes(textFiles, ending)) return `export default ${JSON.stringify(readFileSync(path, 'utf8'))}`
  if (!includes(binaryFiles, ending)) return undefined
  const base64 = readFileSync(path).toString('base64')
  return `export default Uint8Array.from(atob('${base64}'), (byte) => byte.charCodeAt(0)).buffer`
}

/** esbuild's loaders of data files. */
export function dataLoaders<T extends string>(binary: T): { [ending: string]: T | 'text' } {
  return {
    ...Object.fromEntries(textFiles.map((ending) => [`.${ending}`, 'text' as const])),
    ...Object.fromEntries(binaryFiles.map((ending) => [`.${ending}`, binary])),
  }
}

function includes(list: readonly string[], ending: string): boolean {
  return list.includes(ending)
}
