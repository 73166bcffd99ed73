// Founding a Crossfire room: there is nothing to choose.
import type { Founded, Founding, Refused } from '../game.ts'
import { isRefused } from '../refused.ts'
import { readOptions } from '../shared/options/read.ts'
import { optionTable } from './options.ts'

/** What is to be stored of a new room: nothing yet, for its maps are the game's own. Refused: any file, any option. */
export async function found(input: Founding): Promise<Founded | Refused> {
  for (const field of input.files.keys())
    return { refused: { field, detail: `a crossfire room takes no ${field}` } }
  const options = readOptions(optionTable, input.options)
  return isRefused(options) ? options : { options, records: [], warnings: [] }
}
