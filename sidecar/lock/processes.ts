// Which process is this, and is it still the one we knew? For locks, which must not mistake a reused pid for their owner.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'

/** A process that was seen: its pid, and when it was born in its system's own words ('' where that is not told). */
export interface Known {
  readonly pid: number
  readonly born: string
}

/** A process as its system shows it. `command` is its command line ('' where that is not told). */
export interface Seen extends Known {
  readonly command: string
}

/** The process that has this pid now; undefined: there is none. */
export function look(pid: number): Seen | undefined {
  if (!isThere(pid)) return undefined
  if (process.platform === 'linux') return lookInProc(pid)
  return process.platform === 'win32' ? unknown(pid) : askPs(pid)
}

/**
 * Has the process that was seen not ended? A newer one with its pid does not count. Where the birth of either is not told, a
 * process of that pid counts: to take its lock by mistake would cost more than to wait.
 */
export function isAlive(known: Known): boolean {
  const seen = look(known.pid)
  return seen !== undefined && (seen.born === known.born || seen.born === '' || known.born === '')
}

/** Ends it (SIGKILL); resolves when it is gone, and throws if it is still there after `patience` milliseconds. */
export async function end(known: Known, patience = 5000): Promise<void> {
  if (isAlive(known)) kill(known.pid)
  for (const until = Date.now() + patience; isAlive(known); await delay(10)) {
    if (Date.now() > until) throw new Error(`process ${known.pid} does not end`)
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if (codeOf(error) !== 'ESRCH') throw error // it ended while we looked
  }
}

function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return codeOf(error) === 'EPERM'
  }
}

function lookInProc(pid: number): Seen | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The second field is the program's name in parentheses, which may itself hold spaces and parentheses.
    const [status, ...rest] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    if (status === 'Z' || status === 'X') return undefined
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()
    return { pid, born: rest[18] ?? '', command }
  } catch (error) {
    if (!['ENOENT', 'ESRCH', 'EACCES', 'EPERM'].includes(String(codeOf(error)))) throw error
    // It ended while we looked, or /proc hides the processes of others.
    return isThere(pid) ? unknown(pid) : undefined
  }
}

/** As `look` where there is no /proc. */
export function askPs(pid: number): Seen | undefined {
  try {
    // Two processes with other settings of language or time zone must read the same birth of a third.
    const env = { ...process.env, LC_ALL: 'C', TZ: 'UTC' }
    const line = execFileSync('ps', ['-o', 'stat=,lstart=,command=', '-p', String(pid)], {
      encoding: 'utf8',
      env,
    })
    const [, status, born, command] = /^\s*(\S+)\s+((?:\S+\s+){4}\S+)\s+(.*)$/m.exec(line) ?? []
    if (status?.startsWith('Z')) return undefined
    return born ? { pid, born, command: command ?? '' } : unknown(pid)
  } catch (error) {
    // ps fails when the process is no more, when it knows no `lstart`, and when there is no ps.
    if (codeOf(error) === undefined && !hasStatus(error)) throw error
    return isThere(pid) ? unknown(pid) : undefined
  }
}

const hasStatus = (error: unknown) => error instanceof Error && 'status' in error

const unknown = (pid: number): Seen => ({ pid, born: '', command: '' })

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : undefined)
