import type { CreateRoomInput, CreateRoomResult, GameContext, Refusal } from '../game.ts'
import { isRefusal } from '../refusal.ts'
import { parseOptionsWithoutFiles } from '../shared/options/parse.ts'
import { optionTable } from './options.ts'

/** A refusal names the option (`options.NAME`) or the upload that is not accepted. */
export async function createRoom(
  input: CreateRoomInput,
  _context: GameContext,
): Promise<CreateRoomResult | Refusal> {
  const options = parseOptionsWithoutFiles('retroarch', optionTable, input)
  if (isRefusal(options)) return options
  return { options, records: [], warnings: [] }
}
