// Creates a room with the owner's options. A game whose owners upload maps or saves reads the uploads here, with code
// in import/.
import type { CreateRoomInput, CreateRoomResult, GameContext, Refusal } from '../game.ts'
import { isRefusal } from '../refusal.ts'
import { parseOptionsWithoutFiles } from '../shared/options/parse.ts'
import { firstLine } from './builtin/first-line.ts'
import { lineRecord } from './lines/records.ts'
import { optionTable } from './options.ts'

/** Creates the records of a new room. A refusal names the option (`options.NAME`) or the uploaded file. */
export async function createRoom(
  input: CreateRoomInput,
  _context: GameContext,
): Promise<CreateRoomResult | Refusal> {
  const options = parseOptionsWithoutFiles('say-back', optionTable, input)
  if (isRefusal(options)) return options
  return { options, records: [lineRecord(firstLine)], warnings: [] }
}
