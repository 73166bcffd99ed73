// The state folder of `packetboat start`: tokens, worlds, lock. Its layout is known here and nowhere else.
import { randomBytes } from 'node:crypto'
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { Failure, oneLine, systemCode } from './failure.ts'

export const defaultState = '.packetboat'

export interface State {
  /** Absolute. */
  readonly folder: string
  /** Where the Workers runtime keeps its databases. */
  readonly worlds: string
  readonly lock: string
  readonly adminToken: string
  readonly sidecarToken: string
}

/** Makes what is missing: the folder (mode 700) and its two tokens (mode 600), which are made once and kept. */
export function openState(path: string): State {
  const folder = resolve(path)
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    chmodSync(folder, 0o700)
    return {
      folder,
      worlds: join(folder, 'worlds'),
      lock: join(folder, 'lock.json'),
      adminToken: keptToken(join(folder, 'adminToken')),
      sidecarToken: keptToken(join(folder, 'sidecarToken')),
    }
  } catch (error) {
    if (error instanceof Failure) throw error
    throw new Failure(`cannot use ${path} as state folder: ${oneLine(error)}`)
  }
}

/** The admin token of a state folder, or undefined where there is none. */
export function readAdminToken(path: string): string | undefined {
  return readToken(join(path, 'adminToken'))
}

function keptToken(file: string): string {
  const kept = readToken(file)
  if (kept) return kept
  writeFileSync(file, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600 })
  return keptToken(file)
}

function readToken(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').trim() || undefined
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return undefined
    throw new Failure(`cannot read ${file}: ${oneLine(error)}`)
  }
}
