// Founding a Crossfire room: there is nothing to choose.
import type { Founded, Founding, Refused } from '../game.ts'

/** What is to be stored of a new room: nothing yet, for its maps are the game's own. Refused: any file, any option. */
export async function found({ options, files }: Founding): Promise<Founded | Refused> {
  for (const field of files.keys())
    return { refused: { field, detail: `a crossfire room takes no ${field}` } }
  for (const name of Object.keys(options))
    return { refused: { field: `options.${name}`, detail: `there is no option ${name}; there are none` } }
  return { options: {}, records: [], warnings: [] }
}
