// Creates an Arcane Sector room: a generated world or the owner's own, with the owner's options.
import type { Founded, Founding, Host, Preview, Refused } from '../game.ts'
import { isRefused } from '../refused.ts'
import { readOptions } from '../shared/options/read.ts'
import { type ReadMap, readMapJson } from './import/map-json.ts'
import { height, width } from './land/terrain.ts'
import { islandOf } from './made/island/island.ts'
import { optionTable, prepareOptions } from './options.ts'
import { defaultStart, records } from './scene/records.ts'

/**
 * The options and records of a new room. The field `file` is a map.json (see import/map-json.ts); without it the world
 * is generated from the option `seed`. A refusal names the option (`options.NAME`), the map (`file`) or any other
 * field.
 */
export async function found(input: Founding, host: Host): Promise<Founded | Refused> {
  const given = input.options
  const read = readFile(input)
  if (read && isRefused(read)) return read
  // Last, because it takes longest.
  const prepared = await prepareOptions(given, host)
  if (isRefused(prepared)) return prepared
  const options = readOptions(optionTable, prepared)
  if (isRefused(options)) return options
  const unfreed = 'free' in given ? ['free has no effect: nobody is here yet'] : []
  if (!read) return { options, records: records(islandOf(options.seed)), warnings: unfreed }
  const unsown = 'seed' in given ? ['seed has no effect: the land is that of the file'] : []
  return { options, records: records(read.map), warnings: [...read.warnings, ...unsown, ...unfreed] }
}

/** The world's size in tiles, its start place, and counts of its contents. */
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
