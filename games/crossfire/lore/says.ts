// Reads the keys of an artifact or region, up to its `end`.
import { LoreFault, shown } from './fault.ts'
import { keyed, type Lines } from './lines.ts'
import { texts } from './objects.ts'

/**
 * Keys and texts up to `end`, which is consumed. Nested objects, such as script connectors, are skipped. `what` names
 * the entry in errors, such as `a region`; `most` limits its keys.
 */
export function saysOf(lines: Lines, name: string, what: string, most: number): Map<string, string> {
  const begun = lines.number
  const says = new Map<string, string>()
  for (let line = lines.next(); line !== undefined; line = lines.next()) {
    const [key, value] = keyed(line)
    if (key === 'end') return says
    if (key === 'arch') {
      passOver(lines)
      continue
    }
    const closing = texts.get(key)
    says.set(key, closing && !value ? lines.until(closing) : value)
    if (says.size > most) throw lines.fault(`${what} of over ${most} keys`)
  }
  throw new LoreFault(lines.file, begun, `no end closes ${shown(name)}`)
}

/** Skips a nested object, from after its first line to its `end`. */
function passOver(lines: Lines): void {
  let depth = 1
  for (let line = lines.next(); line !== undefined; line = lines.next()) {
    const [key, value] = keyed(line)
    const closing = texts.get(key)
    if (closing && !value) lines.until(closing)
    if (key === 'arch') depth++
    if (key === 'end' && --depth === 0) return
  }
}
