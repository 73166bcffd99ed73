// Processor time and memory of processes, as Linux tells it: the same work costs the same time however busy the machine
// is.
import { readdirSync, readFileSync } from 'node:fs'

/** Linux counts in hundredths of a second on every machine that Node runs on. */
const tickUs = 10_000

interface Stat {
  readonly name: string
  readonly parent: number
  /** Microseconds of processor time, its own and the system's for it. */
  readonly used: number
}

/** Microseconds of processor time that a process has used, all its threads together. Throws when it is gone. */
export function processorTime(pid: number): number {
  return stat(pid).used
}

/** The same of all that a process has begun and that runs, and what those have; but for the ones of `but`, and theirs. */
export function processorTimeBelow(pid: number, but: readonly number[]): number {
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

/** Microseconds of processor time that all processes together have used, and how many processors there are. */
export function machineTime(): { readonly used: number; readonly processors: number } {
  const lines = readFileSync('/proc/stat', 'utf8').split('\n')
  // cpu user nice system idle iowait irq softirq steal
  const [user, nice, system, , , irq, softirq] = lines[0]!.split(/ +/).slice(1).map(Number)
  return {
    used: (user! + nice! + system! + irq! + softirq!) * tickUs,
    processors: lines.filter((line) => /^cpu\d/.test(line)).length,
  }
}

/** Bytes of memory that a process has at present. */
export function residentBytes(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  if (kilobytes === undefined) throw new Error(`process ${pid} has no memory`)
  return Number(kilobytes) * 1024
}

/** The process called `name` (its first 15 characters, as Linux keeps them) that `parent` began. */
export function childOf(parent: number, name: string): number {
  for (const entry of readdirSync('/proc')) {
    const pid = Number(entry)
    if (!Number.isInteger(pid)) continue
    const seen = whileThere(() => stat(pid))
    if (seen?.parent === parent && seen.name === name) return pid
  }
  throw new Error(`process ${parent} has no child called ${name}`)
}

/** Fields as in proc_pid_stat(5), counted from after the name, which may itself hold spaces and parentheses. */
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

/** Processes end while they are looked at. */
function whileThere<T>(look: () => T): T | undefined {
  try {
    return look()
  } catch {
    return undefined // it has ended
  }
}
