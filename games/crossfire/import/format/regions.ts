// The file `regions` (`regions.reg` in current maps).
import { quoteForError } from './import-error.ts'
import { LineReader, splitKeyValue } from './line-reader.ts'
import { readAttributes } from './read-attributes.ts'

export interface Region {
  readonly name: string
  /** Such as parent, longname, jail, msg and fallback. */
  readonly attributes: ReadonlyMap<string, string>
}

const maxRegions = 4096
const maxKeys = 64

export function parseRegions(file: string, content: Uint8Array | string): Region[] {
  const lines = new LineReader(file, content)
  const regions: Region[] = []
  for (let line = lines.next(); line !== undefined; line = lines.next()) {
    const [key, name] = splitKeyValue(line)
    // Older files end the list with this line.
    if (key === 'nomore') continue
    if (key !== 'region' || !name) throw lines.error(`expected a region, found "${quoteForError(line)}"`)
    if (regions.length >= maxRegions) throw lines.error(`more than ${maxRegions} regions`)
    regions.push({ name, attributes: readAttributes(lines, name, 'a region', maxKeys) })
  }
  return regions
}
