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
import { encodeRecordValue, type NewValue, requireValidKey } from '../../storage/records.ts'
import { gamePasswordAfterPatch } from '../context/admission.ts'
import { gameContext } from '../world/game-context.ts'

type WorldlessPlatform = Pick<Platform, 'clock' | 'secrets'>

/** A context for calls without a world: it has no sessions, and its random numbers have no fixed seed. */
export function contextWithoutWorld(platform: WorldlessPlatform): GameContext {
  return gameContext({ platform }, platform.secrets.newToken())
}

export async function previewUploads(
  game: Game,
  input: CreateRoomInput,
  platform: WorldlessPlatform,
): Promise<UploadPreview | InProgress | Refusal> {
  if (game.previewUploads) return game.previewUploads(input, contextWithoutWorld(platform))
  return refusal('game', `rooms of ${game.slug} take no files`)
}

export async function prepareOptions(
  game: Game | undefined,
  change: RoomPatch,
  platform: WorldlessPlatform,
): Promise<{ readonly options: Options | undefined } | Refusal> {
  const { options } = change
  const password = gamePasswordAfterPatch(game, change)
  const changed = password === undefined ? options : { ...options, password }
  if (!changed || !game?.prepareOptions) return { options: changed }
  const answer = await game.prepareOptions(changed, contextWithoutWorld(platform))
  return isRefusal(answer) ? answer : { options: answer }
}

/** Each record is generated on demand. */
export function* gameRecords({
  records,
}: Pick<CreateRoomResult, 'records'>): Generator<[key: string, value: NewValue]> {
  for (const [key, value] of records)
    yield [`game/${requireValidKey(key)}`, typeof value === 'function' ? value : encodeRecordValue(value)]
}
