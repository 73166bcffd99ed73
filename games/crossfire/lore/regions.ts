// `regions` (`regions.reg` in current maps): names of the world's regions, their parents and jails.
import { shown } from './fault.ts'
import { keyed, Lines } from './lines.ts'
import { texts } from './objects.ts'
import { saysOf } from './says.ts'

export interface Region {
  readonly name: string
  /** parent, longname, jail, msg, fallback … */
  readonly says: ReadonlyMap<string, string>
}

const mostRegions = 4096
const mostKeys = 64

export function readRegions(file: string, content: Uint8Array | string): Region[] {
  const lines = new Lines(file, content)
  const regions: Region[] = []
  for (let line = lines.next(); line !== undefined; line = lines.next()) {
    const [key, name] = keyed(line)
    // Ends old lists.
    if (key === 'nomore') continue
    if (key !== 'region' || !name) throw lines.fault(`"${shown(line)}" where a region should begin`)
    if (regions.length >= mostRegions) throw lines.fault(`over ${mostRegions} regions`)
    regions.push({ name, says: saysOf(lines, name, 'a region', mostKeys) })
  }
  return regions
}

export function writeRegion({ name, says }: Region): string {
  const lines = [...says].map(([key, value]) => {
    const closing = texts.get(key)
    if (closing) return `${key}\n${value ? `${value}\n` : ''}${closing}`
    return value ? `${key} ${value}` : key
  })
  return `${[`region ${name}`, ...lines, 'end'].join('\n')}\n`
}
