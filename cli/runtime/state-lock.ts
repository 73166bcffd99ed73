// Allows only one `packetboat start` per state folder. lock.json contains the pids of the process and its workerd
// processes. If a start finds the lock of a dead process, it kills that process's workerd processes, because they still
// use the databases. Usually the reaper has already killed them (orphan-reaper.ts).

import { readFileSync, rmSync, utimesSync } from 'node:fs'
import {
  acquireLockFile,
  identifyThisProcess,
  type LockFile,
  writeLockFile,
} from '../../sidecar/lock/lock-file.ts'
import { findProcess, isAlive, killProcess, type ProcessIdentity } from '../../sidecar/lock/processes.ts'
import { systemErrorCode } from '../../sidecar/util/system-error-code.ts'
import { Failure } from '../terminal/failure.ts'

interface LockHolder extends ProcessIdentity {
  readonly startedAt: string
  readonly runtimes: readonly ProcessIdentity[]
}

export interface StateLock {
  /**
   * The new path of a damaged lock file, if the previous lock could not be read. The workerd processes of a lost lock
   * are unknown.
   */
  readonly damaged: string | undefined
  recordRuntimes(pids: readonly number[]): void
  release(): void
}

/** Kills the remaining workerd processes of a dead owner first. Throws Failure if a running process has the lock. */
export async function acquireLock(file: string): Promise<StateLock> {
  const ownEntry: LockHolder = { ...identifyThisProcess(), startedAt: new Date().toISOString(), runtimes: [] }
  const lock: LockFile<LockHolder> = {
    path: file,
    parseOwner: (value) => (isLockHolder(value) ? value : undefined),
    lockedError: ({ pid }) =>
      new Failure(
        `the state folder is in use by process ${pid} (${file}): stop it, or choose another state folder with --state`,
      ),
    // The dead owner's workerd processes are added to the new lock. If this process is killed before it has killed
    // these workerd processes, the next start finds them.
    merge: (own, dead) => ({ ...own, runtimes: dead?.runtimes ?? [] }),
  }
  const held = await holdKernelLock(file)
  const { previousOwner, damagedPath } = releaseOnThrow(() => acquireLockFile(lock, ownEntry), held)
  for (const orphan of previousOwner?.runtimes ?? []) if (isWorkerd(orphan)) await killProcess(orphan)
  const touchTimer =
    ownEntry.startTime === '' ? setInterval(() => touch(file), touchEveryMs).unref() : undefined
  return {
    damaged: damagedPath,
    recordRuntimes: (pids) =>
      writeLockFile(file, { ...ownEntry, runtimes: pids.flatMap((one) => identify(one)) } as LockHolder),
    release() {
      clearInterval(touchTimer)
      rmSync(file, { force: true })
      held?.close()
    },
  }
}

interface KernelLock {
  close(): void
}

/**
 * The kernel releases this lock when the process ends. The lock also works between containers and machines that share
 * the folder, where pids are meaningless. Returns undefined if the file system has no locks. Throws Failure if another
 * process has the lock.
 */
async function holdKernelLock(file: string): Promise<KernelLock | undefined> {
  const { DatabaseSync } = await import('node:sqlite')
  let held: KernelLock | undefined
  try {
    const database = new DatabaseSync(`${file}.held`)
    held = database
    // The journal is in memory, because nothing is ever written.
    database.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
    return held
  } catch (error) {
    held?.close()
    // If the folder cannot be used, the next step fails with a better error.
    if (!isBusy(error)) return undefined
    throw new Failure(
      `the state folder is in use by ${describeHolder(file)} (${file}): stop it, or choose another state folder with --state`,
    )
  }
}

function releaseOnThrow<T>(take: () => T, held: KernelLock | undefined): T {
  try {
    return take()
  } catch (error) {
    held?.close()
    throw error
  }
}

const isBusy = (error: unknown) => error instanceof Error && 'errcode' in error && error.errcode === 5

function describeHolder(file: string): string {
  try {
    const holder: unknown = JSON.parse(readFileSync(file, 'utf8'))
    if (!isLockHolder(holder)) return 'another process'
    return `process ${holder.pid}${isAlive(holder) ? '' : ' of another container or machine'}`
  } catch (error) {
    if (!(error instanceof SyntaxError) && systemErrorCode(error) !== 'ENOENT') throw error
    return 'another process'
  }
}

/**
 * Milliseconds between updates of the lock file's modification time. Where the start times of processes are unknown, a
 * lock that is not updated expires after a day.
 */
const touchEveryMs = 60 * 60_000

function touch(file: string): void {
  const now = new Date()
  try {
    utimesSync(file, now, now)
  } catch (error) {
    // The file may have been removed by hand, or the disk is full. The worlds continue in both cases.
    if (systemErrorCode(error) === undefined) throw error
  }
}

function isWorkerd(known: ProcessIdentity): boolean {
  const now = findProcess(known.pid)
  return now?.startTime === known.startTime && /(^|[/\\])workerd(\.exe)? /.test(`${now.command} `)
}

function identify(pid: number): ProcessIdentity[] {
  const known = findProcess(pid)
  return known ? [{ pid, startTime: known.startTime }] : []
}

function isLockHolder(value: unknown): value is LockHolder {
  if (typeof value !== 'object' || value === null) return false
  if (!isKnown(value) || !('runtimes' in value) || !Array.isArray(value.runtimes)) return false
  return value.runtimes.every((one) => typeof one === 'object' && one !== null && isKnown(one))
}

function isKnown(value: object): value is ProcessIdentity {
  return 'pid' in value && Number.isSafeInteger(value.pid) && Number(value.pid) > 0 && 'startTime' in value
}
