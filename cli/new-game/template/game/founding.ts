// Creates a room with the host's options. A game with maps or saves reads them here, by code in import/.
import type { Founded, Founding, Host, Refused } from '../game.ts'
import { isRefused } from '../refused.ts'
import { readOptions } from '../shared/options/read.ts'
import { record } from './lines/records.ts'
import { firstLine } from './made/first-line.ts'
import { optionTable } from './options.ts'

/** The records of a new room. Refuses by field: an option (`options.NAME`), any uploaded part. */
export async function found(input: Founding, _context: Host): Promise<Founded | Refused> {
  const options = readOptions(optionTable, input.options)
  if (isRefused(options)) return options
  for (const field of input.files.keys()) {
    return { refused: { field, detail: `rooms of say-back take no ${field}` } }
  }
  return { options, records: [record(firstLine)], warnings: [] }
}
