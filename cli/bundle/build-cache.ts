// A build cache for starts from source. Bundling takes longer than all other work of a start.

import { createHash } from 'node:crypto'
import { constants, existsSync, readdirSync, readFileSync, rmSync, statSync, utimesSync } from 'node:fs'
import { access, chmod, mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { systemErrorCode } from '../../sidecar/util/system-error-code.ts'
import { Failure } from '../terminal/failure.ts'

/**
 * The files whose content the cache key depends on, relative to the project's root. node_modules/.package-lock.json
 * contains the versions of the installed packages.
 */
export const cacheInputs = [
  'CHANGELOG.md',
  'SECURITY.md',
  'browser',
  'deploy/README.md',
  'docs',
  'durable-objects',
  'games',
  'wire',
  'workers',
  'cli/bundle',
  'package.json',
  'tsconfig.base.json',
  'tsconfig.json',
  'wrangler.toml',
  'node_modules/.package-lock.json',
  // The package `emulators` is served only if the operator has installed it (games/lan/browser/installed-package.json).
  'node_modules/emulators/package.json',
] as const

/** Milliseconds after which an unused entry is removed. */
const maxAgeMs = 30 * 24 * 60 * 60 * 1000

/**
 * Returns the folder that `build` has filled from the current sources at `root`, or builds it. Concurrent starts are
 * safe, because a folder appears only when it is complete and never changes afterwards. Throws the errors of `build`.
 */
export async function buildCached(root: string, build: (folder: string) => Promise<void>): Promise<string> {
  const cacheFolder = resolve(root, 'node_modules/.cache/bundled')
  const folder = join(cacheFolder, hashInputs(root))
  if (existsSync(folder)) {
    await access(folder, constants.R_OK | constants.X_OK).catch((error: unknown) => {
      throw cannotUse('read', folder, error)
    })
    markUsed(folder)
    return folder
  }
  await mkdir(cacheFolder, { recursive: true }).catch((error: unknown) => {
    throw cannotUse('write', cacheFolder, error)
  })
  removeUnused(cacheFolder)
  const temporary = await mkdtemp(join(cacheFolder, 'making-')).catch((error: unknown) => {
    throw cannotUse('write', cacheFolder, error)
  })
  try {
    await build(temporary)
    // A temporary folder can be read only by its owner, but other users may start from this checkout.
    await chmod(temporary, 0o755)
    await rename(temporary, folder)
  } catch (error) {
    await rm(temporary, { recursive: true, force: true })
    // A concurrent start may have written the folder first.
    if (!existsSync(folder)) throw cannotUse('write', cacheFolder, error)
  }
  return folder
}

function markUsed(folder: string): void {
  const now = new Date()
  try {
    utimesSync(folder, now, now)
  } catch (error) {
    // The checkout belongs to another user or is on a read-only disk. Its owner removes old entries.
    if (!isDenied(error)) throw error
  }
}

/** Returns an error unchanged if no remedy for it is known. */
function cannotUse(how: 'read' | 'write', folder: string, error: unknown): unknown {
  const code = systemErrorCode(error)
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return new Failure(`cannot build the Worker: the disk of ${folder} is full (${code}). Free some space`)
  if (!isDenied(error)) return error
  const problem = how === 'read' ? 'cannot be read' : 'cannot be written, and the Worker is not built'
  return new Failure(`${folder} ${problem} (${code}): run npm ci as the owner of this checkout`)
}

const isDenied = (error: unknown) => ['EACCES', 'EPERM', 'EROFS'].includes(systemErrorCode(error) ?? '')

function hashInputs(root: string): string {
  const hash = createHash('sha256')
  for (const path of cacheInputs.flatMap((path) => [...filesBelow(root, path)])) {
    const content = readFileSync(join(root, path))
    hash.update(`${path}\0${content.length}\0`).update(content)
  }
  return hash.digest('hex').slice(0, 32)
}

/** The files below a path in a stable order. */
function* filesBelow(root: string, path: string): Generator<string> {
  const info = statSync(join(root, path), { throwIfNoEntry: false })
  if (info?.isFile()) yield path
  if (!info?.isDirectory()) return
  for (const name of readdirSync(join(root, path)).sort()) yield* filesBelow(root, `${path}/${name}`)
}

function removeUnused(cacheFolder: string): void {
  for (const name of readdirSync(cacheFolder)) {
    const folder = join(cacheFolder, name)
    const { mtimeMs } = statSync(folder, { throwIfNoEntry: false }) ?? { mtimeMs: Number.POSITIVE_INFINITY }
    if (Date.now() - mtimeMs > maxAgeMs) rmSync(folder, { recursive: true, force: true })
  }
}
