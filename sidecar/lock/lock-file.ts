// A lock file names its owner by process id and start time, so that another process with a reused id does not count as
// the owner. If several processes find the lock of a dead owner, only one of them acquires it.

import {
  constants,
  copyFileSync,
  existsSync,
  linkSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { uptime } from 'node:os'
import { systemErrorCode } from '../util/system-error-code.ts'
import { findProcess, isAlive, type ProcessIdentity } from './processes.ts'

/** The identity of this process as lock files store it. */
export function identifyThisProcess(): ProcessIdentity {
  const { startTime = '' } = findProcess(process.pid) ?? {}
  return { pid: process.pid, startTime }
}

export interface LockFile<T extends ProcessIdentity> {
  readonly path: string
  /** The owner in a lock file; undefined if the contents are not a lock of this kind. */
  parseOwner(contents: unknown): T | undefined
  /** The error to throw while `owner` holds the lock. */
  lockedError(owner: T): Error
  /** `dead`: the previous owner, whose process has ended; undefined if the lock was unreadable. */
  merge?(mine: T, dead: T | undefined): T
}

export interface LockResult<T> {
  /** The previous owner, whose process has ended, if the lock had one. */
  readonly previousOwner: T | undefined
  /** The new path of an unreadable lock, if there was one. */
  readonly damagedPath: string | undefined
}

/** Throws `lockedError` while a running process holds the lock. `link`: creates a hard link. */
export function acquireLockFile<T extends ProcessIdentity>(
  lock: LockFile<T>,
  mine: T,
  link = linkSync,
): LockResult<T> {
  const { path, merge = (own) => own } = lock
  const own = `${path}.${process.pid}`
  const claimed = `${own}.found`
  let result: LockResult<T> = { previousOwner: undefined, damagedPath: undefined }
  writeLockFile(own, mine)
  try {
    while (!linkIfUnused(own, path, link)) {
      throwIfOwnerAlive(lock, path)
      // Another process may replace the lock between the check and the move. So the moved file is checked again, and
      // put back if its owner is alive.
      if (!moveIfPresent(path, claimed)) continue
      try {
        throwIfOwnerAlive(lock, claimed)
      } catch (error) {
        linkIfUnused(claimed, path, link)
        throw error
      }
      const dead = readLockFile(lock, claimed)
      result = { previousOwner: dead, damagedPath: dead ? result.damagedPath : quarantineFile(claimed, path) }
      writeLockFile(own, merge(mine, dead))
    }
    return result
  } finally {
    for (const file of [own, claimed]) rmSync(file, { force: true })
  }
}

/** Writes the lock in one step: if the process is killed meanwhile, the previous contents remain. */
export function writeLockFile(file: string, owner: ProcessIdentity): void {
  try {
    writeFileSync(`${file}.new`, `${JSON.stringify(owner)}\n`, { mode: 0o600 })
    renameSync(`${file}.new`, file)
  } catch (error) {
    rmSync(`${file}.new`, { force: true })
    throw error
  }
}

/** The new name is `path` with the suffix `.damaged`, unless it is used. Returns the new path. */
export function quarantineFile(file: string, path = file): string {
  let aside = `${path}.damaged`
  for (let n = 2; existsSync(aside); n++) aside = `${path}.damaged${n}`
  renameSync(file, aside)
  return aside
}

function throwIfOwnerAlive<T extends ProcessIdentity>(lock: LockFile<T>, file: string): void {
  const owner = readLockFile(lock, file)
  if (owner && isAlive(owner) && !isExpired(owner, file)) throw lock.lockedError(owner)
}

/** If the start time of a process is unknown, its lock expires after a day, or when the machine restarts. */
const lockExpiryMs = 24 * 60 * 60_000

function isExpired({ pid, startTime }: ProcessIdentity, file: string): boolean {
  if (startTime !== '' && findProcess(pid)?.startTime !== '') return false
  const writtenAt = statSync(file, { throwIfNoEntry: false })?.mtimeMs
  if (writtenAt === undefined) return false
  const now = Date.now()
  return now - writtenAt > lockExpiryMs || writtenAt < now - uptime() * 1000
}

/** Reads the owner of a lock; undefined if the file does not exist or is not a lock. */
function readLockFile<T extends ProcessIdentity>({ parseOwner }: LockFile<T>, file: string): T | undefined {
  try {
    return parseOwner(JSON.parse(readFileSync(file, 'utf8')))
  } catch (error) {
    if (error instanceof SyntaxError || systemErrorCode(error) === 'ENOENT') return undefined
    throw error
  }
}

/** Errors of file systems without hard links: FAT, exFAT, some network file systems. */
const noHardLinkErrors: readonly unknown[] = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EISDIR']

/** Creates a copy if the file system has no hard links. Returns false if `other` exists. */
const linkIfUnused = (file: string, other: string, link: typeof linkSync) =>
  succeedsUnless('EEXIST', () => {
    try {
      link(file, other)
    } catch (error) {
      if (!noHardLinkErrors.includes(systemErrorCode(error))) throw error
      copyFileSync(file, other, constants.COPYFILE_EXCL)
    }
  })

const moveIfPresent = (file: string, other: string) => succeedsUnless('ENOENT', () => renameSync(file, other))

function succeedsUnless(code: string, act: () => void): boolean {
  try {
    act()
    return true
  } catch (error) {
    if (systemErrorCode(error) === code) return false
    throw error
  }
}
