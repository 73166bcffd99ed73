// Founding an Arcane Sector room: the world of a seed, or a host's own, with the host's options.
import type { Founded, Founding, Host, Refused } from '../game.ts'
import { isRefused } from '../refused.ts'
import { readOptions } from '../shared/options/read.ts'
import { readMapJson } from './import/map-json.ts'
import { generate } from './made/generator/index.ts'
import { optionTable, prepareOptions } from './options.ts'
import { records } from './scene/records.ts'

/**
 * What is to be stored of a new room. The part `file` is a map.json (see import/map-json.ts); without it the room gets the
 * world of the option `seed`. Refused, naming the field: an option (`options.NAME`), the map (`file`), any other part.
 */
export async function found({ options: given, files }: Founding, host: Host): Promise<Founded | Refused> {
  for (const field of files.keys())
    if (field !== 'file')
      return { refused: { field, detail: `an arcane-sector room takes a map as file, and no ${field}` } }
  const file = files.get('file')
  const read = file && readMapJson(file.bytes)
  if (read && isRefused(read)) return read
  // Last, for it takes longest.
  const prepared = await prepareOptions(given, host)
  if (isRefused(prepared)) return prepared
  const options = readOptions(optionTable, prepared)
  if (isRefused(options)) return options
  const unfreed = 'free' in given ? ['free has no effect: nobody is here yet'] : []
  if (!read) return { options, records: records(generate(options.seed)), warnings: unfreed }
  const unsown = 'seed' in given ? ['seed has no effect: the land is that of the file'] : []
  return { options, records: records(read.map), warnings: [...read.warnings, ...unsown, ...unfreed] }
}
