import type { CreateRoomInput, CreateRoomResult, GameContext, Refusal, UploadPreview } from '../game.ts'
import { isRefusal } from '../refusal.ts'
import { parseOptions } from '../shared/options/parse.ts'
import { createIsland } from './builtin/island/island.ts'
import { type ImportedMap, readMapJson } from './import/map-json.ts'
import { optionTable, prepareOptions } from './options.ts'
import { defaultStart } from './state/player.ts'
import { initialRecords } from './state/records.ts'
import { terrainHeight, terrainWidth } from './terrain/terrain.ts'

/**
 * The field `file` is a map.json or a Tiled map (see import/map-json.ts). Without `file` the world is generated from
 * the option `seed`. A refusal names the option (`options.NAME`), the map (`file`) or another field.
 */
export async function createRoom(
  input: CreateRoomInput,
  context: GameContext,
): Promise<CreateRoomResult | Refusal> {
  const requested = input.options
  const read = readFile(input)
  if (read && isRefusal(read)) return read
  // Hashes the passwords after the check of the file, because hashing takes longest.
  const prepared = await prepareOptions(requested, context)
  if (isRefusal(prepared)) return prepared
  const options = parseOptions(optionTable, prepared)
  if (isRefusal(options)) return options
  const freeWarnings = 'free' in requested ? ['free has no effect on a new room'] : []
  if (!read) return { options, records: initialRecords(createIsland(options.seed)), warnings: freeWarnings }
  const seedWarnings = 'seed' in requested ? ['seed has no effect: the map comes from the file'] : []
  return {
    options,
    records: initialRecords(read.map),
    warnings: [...read.warnings, ...seedWarnings, ...freeWarnings],
  }
}

/** The size of the uploaded world in tiles, its start, and the numbers of its objects by kind. */
export async function previewUploads(input: CreateRoomInput): Promise<UploadPreview | Refusal> {
  const read = readFile(input)
  if (!read)
    return {
      refused: {
        field: 'file',
        detail: 'missing: upload a map.json to preview it; a room without a file gets a generated island',
      },
    }
  if (isRefusal(read)) return read
  const { items, spawners, townsfolk = [], start } = read.map
  const { x, y } = start ?? defaultStart
  return {
    ...{ width: terrainWidth, height: terrainHeight, start: { x, y } },
    ...{ items: items.length, spawners: spawners.length, townsfolk: townsfolk.length },
    warnings: read.warnings,
  }
}

function readFile({ files }: CreateRoomInput): ImportedMap | Refusal | undefined {
  for (const field of files.keys())
    if (field !== 'file')
      return {
        refused: { field, detail: `an arcane-sector room accepts only the field file (a map), not ${field}` },
      }
  const file = files.get('file')
  return file && readMapJson(file)
}
