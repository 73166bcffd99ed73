import type { CreateRoomInput, CreateRoomResult, GameContext, Refusal } from '../game.ts'
import { isRefusal } from '../refusal.ts'
import { parseOptions } from '../shared/options/parse.ts'
import { optionTable } from './options.ts'

/** A refusal names the option (`options.NAME`) or the upload that is not accepted. */
export async function createRoom(
  input: CreateRoomInput,
  _context: GameContext,
): Promise<CreateRoomResult | Refusal> {
  const options = parseOptions(optionTable, input.options)
  if (isRefusal(options)) return options
  for (const field of input.files.keys()) {
    return { refused: { field, detail: `retroarch rooms take no ${field}` } }
  }
  return { options, records: [], warnings: [] }
}
