import type { CreateRoomInput, CreateRoomResult, GameContext, Refusal } from '../game.ts'
import { isRefusal } from '../refusal.ts'
import { parseOptionsWithoutFiles } from '../shared/options/parse.ts'
import { newAddressKey } from './addresses/address-issuer.ts'
import { optionTable } from './options.ts'

/** A refusal names the option (`options.NAME`) or the upload that is not accepted. */
export async function createRoom(
  input: CreateRoomInput,
  context: GameContext,
): Promise<CreateRoomResult | Refusal> {
  const options = parseOptionsWithoutFiles('lan', optionTable, input)
  if (isRefusal(options)) return options
  return { options, records: [newAddressKey(() => context.random())], warnings: [] }
}
