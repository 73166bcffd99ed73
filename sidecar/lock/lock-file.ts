// A lock in a file: it names the process that has it, and when that process began, so that a process which was killed and
// whose id another one has by now holds nothing. Of many that find a dead owner's lock at once, one takes it.
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
import { isAlive, type Known, look } from './processes.ts'

/** This process, in the form that a lock file names it. */
export function self(): Known {
  const { born = '' } = look(process.pid) ?? {}
  return { pid: process.pid, born }
}

export interface LockFile<T extends Known> {
  readonly path: string
  /** Parses the file's contents; undefined: not such a lock. */
  ownerIn(said: unknown): T | undefined
  /** The error to throw while this process holds the lock. */
  inUse(owner: T): Error
  /** Combines the new owner's contents with those of the dead owner. */
  after?(mine: T, dead: T | undefined): T
}

/** What was there when the lock was taken. */
export interface Taken<T> {
  /** The previous owner, which has ended. */
  readonly dead: T | undefined
  /** The new path of an unreadable lock. */
  readonly damaged: string | undefined
}

/** Takes the lock. Throws what `inUse` gives while a living process has it. `link`: as the file system has it. */
export function takeLockFile<T extends Known>(lock: LockFile<T>, mine: T, link = linkSync): Taken<T> {
  const { path, after = (own) => own } = lock
  const own = `${path}.${process.pid}`
  const found = `${own}.found`
  let taken: Taken<T> = { dead: undefined, damaged: undefined }
  writeLock(own, mine)
  try {
    while (!linked(own, path, link)) {
      refuseIfLiving(lock, path)
      // Another process may replace the lock between the check and the move: check the moved file, and put it back.
      if (!moved(path, found)) continue
      try {
        refuseIfLiving(lock, found)
      } catch (error) {
        linked(found, path, link)
        throw error
      }
      const dead = readLock(lock, found)
      taken = { dead, damaged: dead ? taken.damaged : setAside(found, path) }
      writeLock(own, after(mine, dead))
    }
    return taken
  } finally {
    for (const file of [own, found]) rmSync(file, { force: true })
  }
}

/** Writes atomically: if the process is killed meanwhile, the previous contents remain. */
export function writeLock(file: string, owner: Known): void {
  writeFileSync(`${file}.new`, `${JSON.stringify(owner)}\n`, { mode: 0o600 })
  renameSync(`${file}.new`, file)
}

/** Renames an unreadable file to an unused name with `.damaged` after `path`. Returns the new path. */
export function setAside(file: string, path = file): string {
  let aside = `${path}.damaged`
  for (let n = 2; existsSync(aside); n++) aside = `${path}.damaged${n}`
  renameSync(file, aside)
  return aside
}

function refuseIfLiving<T extends Known>(lock: LockFile<T>, file: string): void {
  const owner = readLock(lock, file)
  if (owner && isAlive(owner) && !isOutlived(owner, file)) throw lock.inUse(owner)
}

/** Where the start time of a process is unknown, its lock expires after a day or at a restart of the machine. */
const longestMs = 24 * 60 * 60_000

function isOutlived({ pid, born }: Known, file: string): boolean {
  if (born !== '' && look(pid)?.born !== '') return false
  const writtenAt = statSync(file, { throwIfNoEntry: false })?.mtimeMs
  if (writtenAt === undefined) return false
  const now = Date.now()
  return now - writtenAt > longestMs || writtenAt < now - uptime() * 1000
}

/** Undefined for a file that does not exist, or is not a lock. */
function readLock<T extends Known>({ ownerIn }: LockFile<T>, file: string): T | undefined {
  try {
    return ownerIn(JSON.parse(readFileSync(file, 'utf8')))
  } catch (error) {
    if (error instanceof SyntaxError || codeOf(error) === 'ENOENT') return undefined
    throw error
  }
}

/** What a disk that knows no links says to one: FAT and exFAT, some network file systems, FAT on Windows. */
const withoutLinks: readonly unknown[] = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EISDIR']

/** Gives `file` the name `other` unless something has it; where there are no links, a copy of it. */
const linked = (file: string, other: string, link: typeof linkSync) =>
  happened('EEXIST', () => {
    try {
      link(file, other)
    } catch (error) {
      if (!withoutLinks.includes(codeOf(error))) throw error
      copyFileSync(file, other, constants.COPYFILE_EXCL)
    }
  })

const moved = (file: string, other: string) => happened('ENOENT', () => renameSync(file, other))

function happened(unless: string, act: () => void): boolean {
  try {
    act()
    return true
  } catch (error) {
    if (codeOf(error) === unless) return false
    throw error
  }
}

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : undefined)
