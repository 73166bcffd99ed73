// Creates a Crossfire room, either from our own maps or from the archives that the owner uploads. [CF-20.1]
import type { Founded, FoundedInPart, Founding, Host, Preview, Refused, Underway } from '../game.ts'
import { isRefused } from '../refused.ts'
import { readOptions } from '../shared/options/read.ts'
import { readLore } from './lore/archive/founding.ts'
import { optionTable } from './options.ts'

const fields: readonly string[] = ['arch', 'maps']

/**
 * Returns the records to store for a new room: none for our own maps, or the owner's world from the files `arch` and
 * `maps`, in parts if it is large. Refuses missing, unknown and invalid files and options, and names the field.
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

/** Counts the maps, and for each type of thing how many of them work. */
export async function preview(input: Founding, host: Host): Promise<Preview | Underway | Refused> {
  const lore = await readLore(input, host)
  if (isRefused(lore)) return lore
  const { coverage, maps, underway, warnings } = lore
  if (underway) return { underway }
  const types = [...coverage.types.values()].sort((a, b) => b.things - a.things).map((type) => ({ ...type }))
  return { maps, things: coverage.things, living: coverage.living, types, warnings }
}
