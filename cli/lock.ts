// One `packetboat start` a state folder: lock.json names the process and the runtimes it began. Whoever finds a dead
// owner's lock ends the runtimes it left behind, in case nobody did (watchman.ts): they have its databases in hand.
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { end, isAlive, type Known, look } from './processes.ts'
import { Failure, systemCode } from './terminal/failure.ts'

interface Owner extends Known {
  /** ISO 8601. */
  readonly startedAt: string
  /** The workerd processes that serve this state now. */
  readonly runtimes: readonly Known[]
}

export interface Lock {
  /** Keeps the record of the runtimes current. */
  runtimes(pids: readonly number[]): void
  release(): void
}

/**
 * Takes the lock at `file`, ending orphaned runtimes of a dead owner first.
 * Throws Failure if a living process has it.
 */
export async function takeLock(file: string): Promise<Lock> {
  const self: Owner = { ...(look(process.pid) ?? nobody), startedAt: new Date().toISOString(), runtimes: [] }
  const { pid, born, startedAt } = self
  const orphans = claim(file, { pid, born, startedAt, runtimes: [] })
  for (const orphan of orphans) if (isWorkerd(orphan)) await end(orphan)
  return {
    runtimes: (pids) => write(file, { pid, born, startedAt, runtimes: pids.flatMap((one) => seen(one)) }),
    release: () => rmSync(file, { force: true }),
  }
}

const nobody: Known = { pid: process.pid, born: '' }

/** Puts `self` where no lock is; in a dead owner's place, gives the runtimes that it left. */
function claim(file: string, self: Owner): readonly Known[] {
  const mine = `${file}.${self.pid}`
  const found = `${mine}.found`
  let orphans: readonly Known[] = []
  write(mine, self)
  try {
    while (!linked(mine, file)) {
      refuseIfLiving(file, read(file))
      // Between that look and this move another start may have put its lock there: it is looked at again, and put back.
      if (!moved(file, found)) continue
      const dead = read(found)
      try {
        refuseIfLiving(file, dead)
      } catch (error) {
        linked(found, file)
        throw error
      }
      orphans = dead?.runtimes ?? []
      write(mine, { ...self, runtimes: orphans })
    }
    return orphans
  } finally {
    rmSync(mine, { force: true })
    rmSync(found, { force: true })
  }
}

function refuseIfLiving(file: string, owner: Owner | undefined): void {
  if (!owner || !isAlive(owner)) return
  throw new Failure(
    `the state is in use by process ${owner.pid} (${file}): end it, or choose another with --state`,
  )
}

function isWorkerd(known: Known): boolean {
  const now = look(known.pid)
  return now?.born === known.born && /(^|[/\\])workerd(\.exe)? /.test(`${now.command} `)
}

function seen(pid: number): Known[] {
  const known = look(pid)
  return known ? [{ pid, born: known.born }] : []
}

/** Whole or not at all: a start that is killed meanwhile must not take the names of its runtimes with it. */
function write(file: string, owner: Owner): void {
  writeFileSync(`${file}.new`, `${JSON.stringify(owner)}\n`, { mode: 0o600 })
  renameSync(`${file}.new`, file)
}

/** Undefined for a file that is gone or that no start finished writing. */
function read(file: string): Owner | undefined {
  try {
    const owner: unknown = JSON.parse(readFileSync(file, 'utf8'))
    return isOwner(owner) ? owner : undefined
  } catch (error) {
    if (error instanceof SyntaxError || systemCode(error) === 'ENOENT') return undefined
    throw error
  }
}

function isOwner(value: unknown): value is Owner {
  if (typeof value !== 'object' || value === null) return false
  if (!isKnown(value) || !('runtimes' in value) || !Array.isArray(value.runtimes)) return false
  return value.runtimes.every((one) => typeof one === 'object' && one !== null && isKnown(one))
}

function isKnown(value: object): value is Known {
  return 'pid' in value && Number.isSafeInteger(value.pid) && Number(value.pid) > 0 && 'born' in value
}

/** Gives `file` the name `other` unless something has it. */
function linked(file: string, other: string): boolean {
  return happened('EEXIST', () => linkSync(file, other))
}

function moved(file: string, other: string): boolean {
  return happened('ENOENT', () => renameSync(file, other))
}

function happened(unless: string, act: () => void): boolean {
  try {
    act()
    return true
  } catch (error) {
    if (systemCode(error) === unless) return false
    throw error
  }
}
