// [CF-20.1]
import type {
  CreateRoomInput,
  CreateRoomPart,
  CreateRoomResult,
  GameContext,
  InProgress,
  Refusal,
  UploadPreview,
} from '../game.ts'
import { isRefusal } from '../refusal.ts'
import { parseOptions } from '../shared/options/parse.ts'
import { importWorld } from './import/archive/import-world.ts'
import { optionTable } from './options.ts'

const uploadFields: readonly string[] = ['arch', 'maps']

/**
 * Returns no records for the built-in maps. For an imported world, returns the content of the files `arch` and `maps`,
 * in parts if the world is large. A refusal names the form field.
 */
export async function createRoom(
  input: CreateRoomInput,
  context: GameContext,
): Promise<CreateRoomResult | CreateRoomPart | Refusal> {
  for (const field of input.files.keys())
    if (!uploadFields.includes(field))
      return { refused: { field, detail: `Unknown upload ${field}. Crossfire rooms accept arch and maps.` } }
  const options = parseOptions(optionTable, input.options)
  if (isRefusal(options)) return options
  if (input.files.size === 0) return { options, records: [], warnings: [] }
  const archive = await importWorld(input, context)
  if (isRefusal(archive)) return archive
  const { records, inProgress, warnings } = archive
  return inProgress ? { records, inProgress } : { options, records, warnings }
}

/** The number of maps and, for each type of thing, how many things of the type are supported. */
export async function previewUploads(
  input: CreateRoomInput,
  context: GameContext,
): Promise<UploadPreview | InProgress | Refusal> {
  const archive = await importWorld(input, context)
  if (isRefusal(archive)) return archive
  const { coverage, maps, inProgress, warnings } = archive
  if (inProgress) return { inProgress }
  const types = [...coverage.types.values()].sort((a, b) => b.things - a.things).map((type) => ({ ...type }))
  return { maps, things: coverage.things, living: coverage.living, types, warnings }
}
