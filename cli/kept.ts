// What a start from source bundles, kept under the hash of all that it is made of: to make it anew takes longer than all
// else that this process does until it is ready.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, utimesSync } from 'node:fs'
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'

/**
 * Of the project's root: what is bundled, and what says how. Which versions of the dependencies and of esbuild are
 * installed npm has written into its own list.
 */
export const madeOf = [
  'CHANGELOG.md',
  'SECURITY.md',
  'browser',
  'deploy/README.md',
  'docs',
  'durable-objects',
  'games',
  'wire',
  'workers',
  'cli/assets.ts',
  'cli/bundle.ts',
  'cli/documents.ts',
  'cli/harbors.ts',
  'cli/kept.ts',
  'package.json',
  'tsconfig.base.json',
  'tsconfig.json',
  'wrangler.toml',
  'node_modules/.package-lock.json',
] as const

/** Milliseconds after which what no start has asked for is removed. */
const keptForMs = 30 * 24 * 60 * 60 * 1000

/**
 * The folder of what `make` writes into an empty one, of the sources at `root` as they are now. It is there whole or not at
 * all, so that starts may race; nobody changes it. Throws what `make` throws.
 */
export async function kept(root: string, make: (folder: string) => Promise<void>): Promise<string> {
  const all = resolve(root, 'node_modules/.cache/bundled')
  const folder = join(all, hashOf(root))
  if (existsSync(folder)) {
    const now = new Date()
    utimesSync(folder, now, now)
    return folder
  }
  await mkdir(all, { recursive: true })
  forget(all)
  const making = await mkdtemp(join(all, 'making-'))
  try {
    await make(making)
    await rename(making, folder)
  } catch (error) {
    await rm(making, { recursive: true, force: true })
    // Another start may have been quicker.
    if (!existsSync(folder)) throw error
  }
  return folder
}

function hashOf(root: string): string {
  const hash = createHash('sha256')
  for (const path of madeOf.flatMap((path) => [...filesOf(root, path)])) {
    const content = readFileSync(join(root, path))
    hash.update(`${path}\0${content.length}\0`).update(content)
  }
  return hash.digest('hex').slice(0, 32)
}

/** The files at or below a path, in an order that is always the same; none where there is nothing. */
function* filesOf(root: string, path: string): Generator<string> {
  const of = statSync(join(root, path), { throwIfNoEntry: false })
  if (of?.isFile()) yield path
  if (!of?.isDirectory()) return
  for (const name of readdirSync(join(root, path)).sort()) yield* filesOf(root, `${path}/${name}`)
}

function forget(all: string): void {
  for (const name of readdirSync(all)) {
    const folder = join(all, name)
    const { mtimeMs } = statSync(folder, { throwIfNoEntry: false }) ?? { mtimeMs: Number.POSITIVE_INFINITY }
    if (Date.now() - mtimeMs > keptForMs) rmSync(folder, { recursive: true, force: true })
  }
}
