// One `packetboat start` per state folder: lock.json names the process and its runtimes. A new owner ends the
// runtimes of a dead one, in case the watchman (watchman.ts) did not: they hold its databases open.
import { rmSync } from 'node:fs'
import { self, takeLockFile, writeLock } from '../sidecar/lock/lock-file.ts'
import { end, type Known, look } from '../sidecar/lock/processes.ts'
import { Failure } from './terminal/failure.ts'

interface Owner extends Known {
  /** ISO 8601. */
  readonly startedAt: string
  /** The workerd processes that serve this state now. */
  readonly runtimes: readonly Known[]
}

export interface Lock {
  /** The path of a lock that could not be read; its runtimes are unknown. */
  readonly damaged: string | undefined
  /** Updates the recorded runtimes. */
  runtimes(pids: readonly number[]): void
  release(): void
}

/** Takes the lock at `file`; first ends the runtimes of a dead owner. Throws Failure if a living process has it. */
export async function takeLock(file: string): Promise<Lock> {
  const mine: Owner = { ...self(), startedAt: new Date().toISOString(), runtimes: [] }
  const lock = {
    path: file,
    ownerIn: (said: unknown) => (isOwner(said) ? said : undefined),
    inUse: ({ pid }: Owner) =>
      new Failure(`the state is in use by process ${pid} (${file}): end it, or choose another with --state`),
    // If this process is killed before it has ended them, the next one knows of them.
    after: (own: Owner, dead: Owner | undefined): Owner => ({ ...own, runtimes: dead?.runtimes ?? [] }),
  }
  const { dead, damaged } = takeLockFile(lock, mine)
  for (const orphan of dead?.runtimes ?? []) if (isWorkerd(orphan)) await end(orphan)
  return {
    damaged,
    runtimes: (pids) => writeLock(file, { ...mine, runtimes: pids.flatMap((one) => seen(one)) } as Owner),
    release: () => rmSync(file, { force: true }),
  }
}

function isWorkerd(known: Known): boolean {
  const now = look(known.pid)
  return now?.born === known.born && /(^|[/\\])workerd(\.exe)? /.test(`${now.command} `)
}

function seen(pid: number): Known[] {
  const known = look(pid)
  return known ? [{ pid, born: known.born }] : []
}

function isOwner(value: unknown): value is Owner {
  if (typeof value !== 'object' || value === null) return false
  if (!isKnown(value) || !('runtimes' in value) || !Array.isArray(value.runtimes)) return false
  return value.runtimes.every((one) => typeof one === 'object' && one !== null && isKnown(one))
}

function isKnown(value: object): value is Known {
  return 'pid' in value && Number.isSafeInteger(value.pid) && Number(value.pid) > 0 && 'born' in value
}
