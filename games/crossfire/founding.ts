// Founding a Crossfire room: of our own maps, or beside them of archives that its host brings. [CF-20.1]
import type { Founded, FoundedInPart, Founding, Host, Preview, Refused, Underway } from '../game.ts'
import { isRefused } from '../refused.ts'
import { readOptions } from '../shared/options/read.ts'
import { readLore } from './lore/archive/founding.ts'
import { optionTable } from './options.ts'

const fields: readonly string[] = ['arch', 'maps']

/**
 * What is to be stored of a new room: nothing yet, for its maps are the game's own; or with the parts `arch` and `maps`
 * the host's world, in parts if it is large. Refused, naming the field: a part that is missing, unknown or will not do, any option.
 */
export async function found(input: Founding, host: Host): Promise<Founded | FoundedInPart | Refused> {
  for (const field of input.files.keys())
    if (!fields.includes(field)) return { refused: { field, detail: `a crossfire room takes no ${field}` } }
  const options = readOptions(optionTable, input.options)
  if (isRefused(options)) return options
  if (input.files.size === 0) return { options, records: [], warnings: [] }
  const lore = await readLore(input, host)
  if (isRefused(lore)) return lore
  const { records, underway, warnings } = lore
  return underway ? { records, underway } : { options, records, warnings }
}

/** How many maps there are, and of each type of things how many do what they are for. */
export async function preview(input: Founding, host: Host): Promise<Preview | Underway | Refused> {
  const lore = await readLore(input, host)
  if (isRefused(lore)) return lore
  const { coverage, maps, underway, warnings } = lore
  if (underway) return { underway }
  const types = [...coverage.types.values()].sort((a, b) => b.things - a.things).map((type) => ({ ...type }))
  return { maps, things: coverage.things, living: coverage.living, types, warnings }
}
