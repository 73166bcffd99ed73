// A build cache for starts from source, keyed by a hash of all inputs: bundling takes longer than everything else
// this process does until it is ready.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, utimesSync } from 'node:fs'
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'

/**
 * The inputs, relative to the project's root: the sources, and the build's configuration. npm's own list has the
 * installed versions of the dependencies and of esbuild.
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

/** Milliseconds after which unused entries are removed. */
const keptForMs = 30 * 24 * 60 * 60 * 1000

/**
 * The folder that `make` has filled from the current sources at `root`. Starts may race: a folder appears only when
 * it is complete, and never changes. Throws the errors of `make`.
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

/** The files at or below a path, in a stable order; none if the path does not exist. */
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
