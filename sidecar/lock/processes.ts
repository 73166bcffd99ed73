import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { systemErrorCode } from '../util/system-error-code.ts'

/** `startTime`: in the system's own format; '' if unknown. */
export interface ProcessIdentity {
  readonly pid: number
  readonly startTime: string
}

/** `command`: the command line; '' if unknown. */
export interface RunningProcess extends ProcessIdentity {
  readonly command: string
}

export function findProcess(pid: number): RunningProcess | undefined {
  if (!pidExists(pid)) return undefined
  if (process.platform === 'linux') return findInProc(pid)
  return process.platform === 'win32' ? unknownProcess(pid) : findProcessWithPs(pid)
}

/**
 * Whether this process still runs; a later process with the same pid is another process. If the start time of either is
 * unknown, the process counts as alive, because taking the lock of a running process would be worse than waiting.
 */
export function isAlive(known: ProcessIdentity): boolean {
  const current = findProcess(known.pid)
  return (
    current !== undefined &&
    (current.startTime === known.startTime || current.startTime === '' || known.startTime === '')
  )
}

/** Sends SIGKILL and resolves when the process has ended. Throws if it still runs after `timeoutMs`. */
export async function killProcess(known: ProcessIdentity, timeoutMs = 5000): Promise<void> {
  if (isAlive(known)) sendKill(known.pid)
  for (const until = Date.now() + timeoutMs; isAlive(known); await delay(10)) {
    if (Date.now() > until) throw new Error(`process ${known.pid} is still running`)
  }
}

function sendKill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if (systemErrorCode(error) !== 'ESRCH') throw error // ESRCH: it has ended in the meantime
  }
}

function pidExists(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return systemErrorCode(error) === 'EPERM'
  }
}

function findInProc(pid: number): RunningProcess | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The second field is the program's name in parentheses. The name may contain spaces and parentheses.
    const [status, ...rest] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    if (status === 'Z' || status === 'X') return undefined
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()
    return { pid, startTime: rest[18] ?? '', command }
  } catch (error) {
    if (!['ENOENT', 'ESRCH', 'EACCES', 'EPERM'].includes(String(systemErrorCode(error)))) throw error
    // The process has ended since, or /proc hides the processes of other users.
    return pidExists(pid) ? unknownProcess(pid) : undefined
  }
}

/** `findProcess` for systems without /proc. */
export function findProcessWithPs(pid: number): RunningProcess | undefined {
  try {
    // The environment is fixed, because processes with different languages or time zones must read the same start time.
    const env = { ...process.env, LC_ALL: 'C', TZ: 'UTC' }
    const line = execFileSync('ps', ['-o', 'stat=,lstart=,command=', '-p', String(pid)], {
      encoding: 'utf8',
      env,
    })
    const [, status, startTime, command] = /^\s*(\S+)\s+((?:\S+\s+){4}\S+)\s+(.*)$/m.exec(line) ?? []
    if (status?.startsWith('Z')) return undefined
    return startTime ? { pid, startTime, command: command ?? '' } : unknownProcess(pid)
  } catch (error) {
    // ps fails if the process does not exist, if it does not support `lstart`, and if ps is not installed.
    if (systemErrorCode(error) === undefined && !hasStatus(error)) throw error
    return pidExists(pid) ? unknownProcess(pid) : undefined
  }
}

const hasStatus = (error: unknown) => error instanceof Error && 'status' in error

const unknownProcess = (pid: number): RunningProcess => ({ pid, startTime: '', command: '' })
