// Founding an Arcane Sector room: the world of a seed, or a host's own, with the host's options.
import type { Founded, Founding, Host, Preview, Refused } from '../game.ts'
import { isRefused } from '../refused.ts'
import { readOptions } from '../shared/options/read.ts'
import { type ReadMap, readMapJson } from './import/map-json.ts'
import { height, width } from './land/terrain.ts'
import { islandOf } from './made/island/island.ts'
import { optionTable, prepareOptions } from './options.ts'
import { defaultStart, records } from './scene/records.ts'

/**
 * What is to be stored of a new room. The part `file` is a map.json (see import/map-json.ts); without it the room gets the
 * world of the option `seed`. Refused, naming the field: an option (`options.NAME`), the map (`file`), any other part.
 */
export async function found(input: Founding, host: Host): Promise<Founded | Refused> {
  const given = input.options
  const read = readFile(input)
  if (read && isRefused(read)) return read
  // Last, for it takes longest.
  const prepared = await prepareOptions(given, host)
  if (isRefused(prepared)) return prepared
  const options = readOptions(optionTable, prepared)
  if (isRefused(options)) return options
  const unfreed = 'free' in given ? ['free has no effect: nobody is here yet'] : []
  if (!read) return { options, records: records(islandOf(options.seed)), warnings: unfreed }
  const unsown = 'seed' in given ? ['seed has no effect: the land is that of the file'] : []
  return { options, records: records(read.map), warnings: [...read.warnings, ...unsown, ...unfreed] }
}

/** The size of the world in tiles, where newcomers begin, and how much of what is in it. */
export async function preview(input: Founding): Promise<Preview | Refused> {
  const read = readFile(input)
  if (!read)
    return { refused: { field: 'file', detail: 'a map.json is wanted; without one an island is made' } }
  if (isRefused(read)) return read
  const { items, spawners, townsfolk = [], start } = read.map
  const { x, y } = start ?? defaultStart
  return {
    ...{ width, height, start: { x, y } },
    ...{ items: items.length, spawners: spawners.length, townsfolk: townsfolk.length },
    warnings: read.warnings,
  }
}

function readFile({ files }: Founding): ReadMap | Refused | undefined {
  for (const field of files.keys())
    if (field !== 'file')
      return { refused: { field, detail: `an arcane-sector room takes a map as file, and no ${field}` } }
  const file = files.get('file')
  return file && readMapJson(file)
}
