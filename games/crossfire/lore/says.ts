// What stands between a name and its `end`, as artifacts and regions have it.
import { LoreFault, shown } from './fault.ts'
import { keyed, type Lines } from './lines.ts'
import { texts } from './objects.ts'

/** Keys and texts up to the `end`, which is read too. `what`, as a fault calls it: `a region`; `most`: of its keys. */
export function saysOf(lines: Lines, name: string, what: string, most: number): Map<string, string> {
  const begun = lines.number
  const says = new Map<string, string>()
  for (let line = lines.next(); line !== undefined; line = lines.next()) {
    const [key, value] = keyed(line)
    if (key === 'end') return says
    const closing = texts.get(key)
    says.set(key, closing && !value ? lines.until(closing) : value)
    if (says.size > most) throw lines.fault(`${what} of over ${most} keys`)
  }
  throw new LoreFault(lines.file, begun, `no end closes ${shown(name)}`)
}
