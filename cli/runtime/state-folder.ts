// The state folder of `packetboat start`, which contains the tokens, the worlds and the lock. Only this file depends on
// the folder's layout.

import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { newToken } from '../../durable-objects/platform/secrets.ts'
import { quarantineFile } from '../../sidecar/lock/lock-file.ts'
import { systemErrorCode } from '../../sidecar/util/system-error-code.ts'
import { isToken } from '../../wire/net/token.ts'
import { describeInOneLine, Failure } from '../terminal/failure.ts'

export const defaultStateFolder = '.packetboat'

export interface StateFolder {
  readonly folder: string
  readonly worlds: string
  readonly lock: string
  readonly adminToken: string
  readonly sidecarToken: string
  /** A message for each damaged file, with the action that was taken. */
  readonly warnings: readonly string[]
}

/** Creates the folder (mode 700) if it does not exist. Throws Failure for a folder that contains other files. */
export function prepareStateFolder(path: string): Pick<StateFolder, 'folder' | 'lock'> {
  const folder = resolve(path)
  return withFolderErrors(path, () => {
    makeFolder(folder)
    if (isForeign(readdirSync(folder)))
      throw new Failure(`${path} contains other files: choose an empty folder with --state`)
    chmodSync(folder, 0o700)
    return { folder, lock: join(folder, 'lock.json') }
  })
}

/**
 * Opens a state folder. Creates its two tokens (mode 600) if they do not exist. Only the holder of the lock opens it,
 * because two starts at once would replace each other's new tokens.
 */
export function openStateFolder(path: string): StateFolder {
  const { folder, lock } = prepareStateFolder(path)
  return withFolderErrors(path, () => {
    const warnings: string[] = []
    return {
      ...{ folder, lock, worlds: join(folder, 'worlds') },
      adminToken: ensureToken(join(folder, 'adminToken'), warnings),
      sidecarToken: ensureToken(join(folder, 'sidecarToken'), warnings),
      warnings,
    }
  })
}

function withFolderErrors<T>(path: string, act: () => T): T {
  try {
    return act()
  } catch (error) {
    throw error instanceof Failure ? error : stateFolderFailure(path, error)
  }
}

/** Does not count the folder `lost+found`, which a new disk has. */
function isForeign(names: readonly string[]): boolean {
  const isOurs = names.some((name) => /^(?:adminToken|sidecarToken|worlds|lock\.json)/.test(name))
  return !isOurs && names.some((name) => !name.startsWith('.') && name !== 'lost+found')
}

function makeFolder(folder: string): void {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return
  // `recursive` is used only if the parent does not exist. Node's recursive mkdir never returns in an existing folder
  // that rejects new entries (/proc), and reports a read-only disk as ENOENT.
  mkdirSync(folder, { recursive: !existsSync(dirname(folder)), mode: 0o700 })
}

export function stateFolderFailure(path: string, error: unknown): Failure {
  const code = systemErrorCode(error) ?? ''
  const remedy = remedies[code] ?? 'choose another with --state'
  return new Failure(`cannot use ${path} as state folder: ${describeInOneLine(error)}. To fix it, ${remedy}`)
}

const chooseAnother = 'choose another folder with --state'
const remedies: { readonly [code: string]: string } = {
  EACCES: `make it writable for your user, or ${chooseAnother}`,
  EPERM: `make it writable for your user, or ${chooseAnother}`,
  EROFS: `${chooseAnother}; this one is on a read-only disk`,
  ENOSPC: `free some space on its disk, or ${chooseAnother} on another disk`,
  EDQUOT: `free some space (your disk quota is used up), or ${chooseAnother} on another disk`,
  EEXIST: `${chooseAnother}; this path is a file`,
  ENOTDIR: `${chooseAnother}; a part of this path is a file`,
}

export function readAdminToken(path: string): string | undefined {
  return readToken(join(path, 'adminToken'))
}

function ensureToken(file: string, warnings: string[]): string {
  const existing = readToken(file)
  if (existing && isToken(existing)) return existing
  if (existing)
    warnings.push(
      `${file} was damaged and was renamed to ${quarantineFile(file)}. A new token was created; replace the old one wherever you use it`,
    )
  const token = newToken()
  writeFileSync(file, `${token}\n`, { mode: 0o600 })
  return token
}

function readToken(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').trim() || undefined
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return undefined
    throw new Failure(`cannot read ${file}: ${describeInOneLine(error)}`)
  }
}
