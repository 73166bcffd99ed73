// Which port a door gets: the one it asks for, the one it had, or one that is free.
import type { Door } from '../wire/assignment.ts'
import type { PortRange } from '../wire/ports.ts'

export interface PortRules {
  /** Where port 0 is looked for; absent: the system chooses. */
  readonly range?: PortRange
  /** Every door is treated as if it asked for port 0. */
  readonly anyPort: boolean
}

/** Is a door bound to one port, and one only? */
export function isFixed(door: Door, rules: PortRules): boolean {
  return door.port !== 0 && !rules.anyPort
}

/** The ports to try for a door, in turn (0: the system's choice); `held` are those that are open here already. */
export function* portsFor(door: Door, rules: PortRules, held: ReadonlySet<number>): Generator<number> {
  if (isFixed(door, rules)) return yield door.port
  const { range } = rules
  if (door.remembered && (!range || isWithin(range, door.remembered))) yield door.remembered
  if (!range) return yield 0
  for (let port = range.first; port <= range.last; port++) if (!held.has(port)) yield port
}

function isWithin({ first, last }: PortRange, port: number): boolean {
  return port >= first && port <= last
}
