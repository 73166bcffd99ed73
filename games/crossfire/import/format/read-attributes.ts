import { ImportError, quoteForError } from './import-error.ts'
import { type LineReader, splitKeyValue } from './line-reader.ts'
import { multilineKeys } from './objects.ts'

/**
 * Skips nested objects, such as script connectors. `what`: names the entry in errors, such as `a region`. `most`:
 * maximum number of keys.
 */
export function readAttributes(
  lines: LineReader,
  name: string,
  what: string,
  most: number,
): Map<string, string> {
  const firstLine = lines.number
  const attributes = new Map<string, string>()
  for (let line = lines.next(); line !== undefined; line = lines.next()) {
    const [key, value] = splitKeyValue(line)
    if (key === 'end') return attributes
    if (key === 'arch') {
      skipBlock(lines)
      continue
    }
    const closing = multilineKeys.get(key)
    attributes.set(key, closing && !value ? lines.until(closing) : value)
    if (attributes.size > most) throw lines.error(`${what} with more than ${most} keys`)
  }
  throw new ImportError(lines.file, firstLine, `${quoteForError(name)} has no end`)
}

function skipBlock(lines: LineReader): void {
  let depth = 1
  for (let line = lines.next(); line !== undefined; line = lines.next()) {
    const [key, value] = splitKeyValue(line)
    const closing = multilineKeys.get(key)
    if (closing && !value) lines.until(closing)
    if (key === 'arch') depth++
    if (key === 'end' && --depth === 0) return
  }
}
