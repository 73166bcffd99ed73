// Which process is this, and is it still the one we knew? For the lock, which must not mistake a reused pid for its owner.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { systemCode } from './terminal/failure.ts'

/** A process that was seen: its pid, and when it was born in its system's own words ('' where that is not told). */
export interface Known {
  readonly pid: number
  readonly born: string
}

/** The process that has this pid now, or undefined. `command` is its command line. */
export function look(pid: number): (Known & { readonly command: string }) | undefined {
  if (!isThere(pid)) return undefined
  if (process.platform === 'linux') return lookInProc(pid)
  if (process.platform === 'win32') return { pid, born: '', command: '' }
  return askPs(pid)
}

/** Has the process that was seen ended? A newer one with its pid does not count. */
export function isAlive(known: Known): boolean {
  return look(known.pid)?.born === known.born
}

/** Kills it (SIGKILL); resolves when it is gone, and throws if it is still there after `patience` milliseconds. */
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
    if (systemCode(error) !== 'ESRCH') throw error // it ended while we looked
  }
}

function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return systemCode(error) === 'EPERM'
  }
}

function lookInProc(pid: number) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The second field is the program's name in parentheses, which may itself hold spaces and parentheses.
    const [status, ...rest] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    if (status === 'Z' || status === 'X') return undefined
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()
    return { pid, born: rest[18] ?? '', command }
  } catch {
    return undefined // it ended while we looked
  }
}

function askPs(pid: number) {
  try {
    const line = execFileSync('ps', ['-o', 'stat=,lstart=,command=', '-p', String(pid)], { encoding: 'utf8' })
    const [, status, born, command] = /^\s*(\S+)\s+((?:\S+\s+){4}\S+)\s+(.*)$/m.exec(line) ?? []
    if (!born || status?.startsWith('Z')) return undefined
    return { pid, born, command: command ?? '' }
  } catch {
    return undefined // ps fails when the process is no more
  }
}
