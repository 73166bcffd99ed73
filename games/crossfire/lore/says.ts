// What stands between a name and its `end`, as artifacts and regions have it.
import { LoreFault, shown } from './fault.ts'
import { keyed, type Lines } from './lines.ts'
import { texts } from './objects.ts'

/** Keys and texts up to the `end`, which is read too; an object inside, as what calls a script, is none of them. `what`, as a fault calls it: `a region`; `most`: of its keys. */
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

/** To the `end` of an object that has begun. */
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
