// Selects a listener's port: the requested one, the previous one, or a free one.
import type { ListenerDefinition } from '../../wire/link/control-messages.ts'
import type { PortRange } from '../../wire/net/port-range.ts'

export interface PortRules {
  /** The range for port 0; absent: the system chooses. */
  readonly range?: PortRange
  /** Treats all listeners as if they requested port 0. */
  readonly anyPort: boolean
}

/** Whether a listener can use only one port. */
export function isPortFixed(door: ListenerDefinition, rules: PortRules): boolean {
  return door.port !== 0 && !rules.anyPort
}

/** The ports to try, in order (0: the system's choice). `held`: ports that are open here already. */
export function* portsToTry(
  door: ListenerDefinition,
  rules: PortRules,
  openPorts: ReadonlySet<number>,
): Generator<number> {
  if (isPortFixed(door, rules)) return yield door.port
  const { range } = rules
  if (door.remembered && (!range || isWithin(range, door.remembered))) yield door.remembered
  if (!range) return yield 0
  for (let port = range.first; port <= range.last; port++) if (!openPorts.has(port)) yield port
}

function isWithin({ first, last }: PortRange, port: number): boolean {
  return port >= first && port <= last
}
