import type { CreateRoomInput, CreateRoomResult, GameContext, Refusal, UploadPreview } from '../game.ts'
import { isRefusal } from '../refusal.ts'
import { parseOptions } from '../shared/options/parse.ts'
import { roomStride } from './board/board.ts'
import { initialRecords } from './board/records.ts'
import { createHarborMap } from './builtin/harbor.ts'
import { readArchive } from './import/archive.ts'
import type { ImportedMap } from './import/map-error.ts'
import { optionTable } from './options.ts'

/**
 * `file` is a zip of a map (see import/archive.ts). Without `file` the room has the built-in harbor. A refusal names
 * the invalid field: an option (`options.NAME`), the map (`file`) or an unknown upload.
 */
export async function createRoom(
  input: CreateRoomInput,
  _context: GameContext,
): Promise<CreateRoomResult | Refusal> {
  const options = parseOptions(optionTable, input.options)
  if (isRefusal(options)) return options
  const imported = readMap(input)
  if (isRefusal(imported)) return imported
  return { options, records: initialRecords(imported.map), warnings: imported.warnings }
}

/** Describes the uploaded map, or the harbor if there is no file. */
export async function previewUploads(input: CreateRoomInput): Promise<UploadPreview | Refusal> {
  const imported = readMap(input)
  if (isRefusal(imported)) return imported
  const { width, height, units } = imported.map
  const counts: { [type: string]: number } = {}
  for (const { type } of units) counts[type] = (counts[type] ?? 0) + 1
  const rooms = {
    across: Math.ceil((width - 1) / roomStride.x),
    down: Math.ceil((height - 1) / roomStride.y),
  }
  return { width, height, rooms, units: counts, warnings: imported.warnings }
}

function readMap({ files }: CreateRoomInput): ImportedMap | Refusal {
  for (const field of files.keys()) {
    if (field !== 'file')
      return {
        refused: { field, detail: `a soaprun room accepts only the field file (a map), not ${field}` },
      }
  }
  const file = files.get('file')
  return file ? readArchive(file) : { map: createHarborMap(), warnings: [] }
}
