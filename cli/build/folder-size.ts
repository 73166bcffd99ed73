// Finds folders with too many source files. prose.ts reports them in `npm run check`.
import { dirname } from 'node:path'

export const maxFilesPerFolder = 20

export function foldersWithTooManyFiles(paths: readonly string[]): string[] {
  const counts = Map.groupBy(
    paths.filter((path) => /\.tsx?$/.test(path)),
    (path) => dirname(path),
  )
  return [...counts].filter(([, files]) => files.length > maxFilesPerFolder).map(([folder]) => folder)
}
