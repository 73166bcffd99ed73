// CPU time and memory of processes, from Linux's /proc. CPU time, unlike wall time, is about the same on a busy
// machine.
import { readdirSync, readFileSync } from 'node:fs'

/**
 * Microseconds per unit of the CPU times in /proc. Linux counts in hundredths of a second on every machine that Node
 * supports.
 */
const tickUs = 10_000

interface Stat {
  readonly name: string
  readonly parent: number
  readonly used: number
}

/** The CPU time that the process has used, in microseconds. Throws if the process has ended. */
export function processorTime(pid: number): number {
  return stat(pid).used
}

/** The CPU time in microseconds of all running descendants of `pid`, without those in `but` and their descendants. */
export function processorTimeOfDescendants(pid: number, but: readonly number[]): number {
  const all = readdirSync('/proc').flatMap((entry) => {
    const one = Number(entry)
    const seen = Number.isInteger(one) ? whileThere(() => stat(one)) : undefined
    return seen ? [{ pid: one, ...seen }] : []
  })
  const below = (parent: number): number =>
    all
      .filter((one) => one.parent === parent && !but.includes(one.pid))
      .reduce((sum, one) => sum + one.used + below(one.pid), 0)
  return below(pid)
}

/** `used`: CPU time of all processes together in microseconds. `processors`: number of processors. */
export function machineTime(): { readonly used: number; readonly processors: number } {
  const lines = readFileSync('/proc/stat', 'utf8').split('\n')
  // The first line: cpu user nice system idle iowait irq softirq steal
  const [user, nice, system, , , irq, softirq] = lines[0]!.split(/ +/).slice(1).map(Number)
  return {
    used: (user! + nice! + system! + irq! + softirq!) * tickUs,
    processors: lines.filter((line) => /^cpu\d/.test(line)).length,
  }
}

export function residentBytes(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  if (kilobytes === undefined) throw new Error(`process ${pid} has no memory`)
  return Number(kilobytes) * 1024
}

/** Finds a child by its name, of which Linux stores only the first 15 characters. */
export function findChild(parent: number, name: string): number {
  for (const entry of readdirSync('/proc')) {
    const pid = Number(entry)
    if (!Number.isInteger(pid)) continue
    const seen = whileThere(() => stat(pid))
    if (seen?.parent === parent && seen.name === name) return pid
  }
  throw new Error(`process ${parent} has no child called ${name}`)
}

/** See proc_pid_stat(5). The fields start after the name, which may contain spaces and parentheses. */
function stat(pid: number): Stat {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const end = text.lastIndexOf(')')
  const fields = text.slice(end + 2).split(' ')
  return {
    name: text.slice(text.indexOf('(') + 1, end),
    parent: Number(fields[1]),
    used: (Number(fields[11]) + Number(fields[12])) * tickUs,
  }
}

function whileThere<T>(look: () => T): T | undefined {
  try {
    return look()
  } catch {
    return undefined // the process has ended
  }
}
