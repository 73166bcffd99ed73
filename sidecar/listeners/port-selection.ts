import type { ListenerDefinition } from '../../wire/link/control-messages.ts'
import type { PortRange } from '../../wire/net/port-range.ts'

export interface PortRules {
  /** Used for listeners that request port 0. Absent: the system chooses their port. */
  readonly range?: PortRange
  /** Treats every listener as if it requested port 0. */
  readonly anyPort: boolean
}

export function isPortFixed(definition: ListenerDefinition, rules: PortRules): boolean {
  return definition.port !== 0 && !rules.anyPort
}

/** The ports to try, in order; 0: the system chooses. `openPorts`: the ports that this sidecar has already opened. */
export function* portsToTry(
  definition: ListenerDefinition,
  rules: PortRules,
  openPorts: ReadonlySet<number>,
): Generator<number> {
  if (isPortFixed(definition, rules)) return yield definition.port
  const { range } = rules
  if (definition.remembered && (!range || isWithin(range, definition.remembered))) yield definition.remembered
  if (!range) return yield 0
  for (let port = range.first; port <= range.last; port++) if (!openPorts.has(port)) yield port
}

function isWithin({ first, last }: PortRange, port: number): boolean {
  return port >= first && port <= last
}
