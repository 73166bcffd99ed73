// Selects a listener's port: the requested one, the previous one, or a free one.
import type { ListenerDefinition } from '../../wire/link/control-messages.ts'
import type { PortRange } from '../../wire/net/port-range.ts'

export interface PortRules {
  /** The range for port 0; absent: the system chooses. */
  readonly range?: PortRange
  /** Whether the sidecar treats all listeners as if they requested port 0. */
  readonly anyPort: boolean
}

/** Whether a listener can use only one port. */
export function isPortFixed(definition: ListenerDefinition, rules: PortRules): boolean {
  return definition.port !== 0 && !rules.anyPort
}

/** The ports to try, in order (0: the system's choice). `openPorts`: ports that are open here already. */
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
