import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { gameOf } from './imports.ts'
import type { Sources } from './syntax.ts'

const root = resolve(import.meta.dirname, '../..')
export const parts = ['wire', 'games', 'durable-objects', 'workers', 'sidecar', 'cli'] as const

/** The texts of all TypeScript files in these folders, by path from the root. */
export function sourcesOf(...folders: readonly string[]): Sources {
  return new Map(
    folders.flatMap((folder) =>
      globSync(`${folder}/**/*.{ts,tsx}`, { cwd: root }).map((path) => [
        path.replaceAll('\\', '/'),
        readFileSync(resolve(root, path), 'utf8'),
      ]),
    ),
  )
}

export const repositorySources = sourcesOf(...parts)

export const games = [...new Set([...repositorySources.keys()].flatMap((path) => gameOf(path) ?? []))]

/** Sources that consist of one file, for tests of the checks. */
export const singleSource = (path: string, text: string): Sources => new Map([[path, text]])
