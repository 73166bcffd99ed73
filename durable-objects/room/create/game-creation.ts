// Passes an owner's input to the game and returns records, options to store, or a refusal.
import type {
  CreateRoomInput,
  CreateRoomResult,
  Game,
  GameContext,
  InProgress,
  Options,
  Refusal,
  UploadPreview,
} from '../../../games/game.ts'
import { isRefusal, refusal } from '../../../games/refusal.ts'
import type { Platform } from '../../platform/platform.ts'
import type { RoomPatch } from '../../rpc/rpc-types.ts'
import { checkKey, type NewValue, toStored } from '../../storage/records.ts'
import { ownPasswordAfter } from '../context/admission.ts'
import { gameContext } from '../world/game-context.ts'

/** The platform services of a game without a world. */
type WorldlessPlatform = Pick<Platform, 'clock' | 'secrets'>

/** A `GameContext` without a world: it has no sessions to multicast to, and no seed to reproduce. */
export function worldlessContext(platform: WorldlessPlatform): GameContext {
  return gameContext({ platform }, platform.secrets.newToken())
}

/** The game's preview of the files. Creates nothing. */
export async function previewUploads(
  game: Game,
  input: CreateRoomInput,
  platform: WorldlessPlatform,
): Promise<UploadPreview | InProgress | Refusal> {
  if (game.previewUploads) return game.previewUploads(input, worldlessContext(platform))
  return refusal('game', `rooms of ${game.slug} take no files`)
}

/** The changed options of a patch, as the game prepares them for storage; or the game's refusal. */
export async function prepareOptions(
  game: Game | undefined,
  change: RoomPatch,
  platform: WorldlessPlatform,
): Promise<{ readonly options: Options | undefined } | Refusal> {
  const { options } = change
  const password = ownPasswordAfter(game, change)
  const changed = password === undefined ? options : { ...options, password }
  if (!changed || !game?.prepareOptions) return { options: changed }
  const answer = await game.prepareOptions(changed, worldlessContext(platform))
  return isRefusal(answer) ? answer : { options: answer }
}

/** The records of a created world, each generated on demand. */
export function* gameRecords({
  records,
}: Pick<CreateRoomResult, 'records'>): Generator<[key: string, value: NewValue]> {
  for (const [key, value] of records)
    yield [`game/${checkKey(key)}`, typeof value === 'function' ? value : toStored(value)]
}
