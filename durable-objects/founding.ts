// Passes an owner's input to the game and returns records, options to store, or a refusal.
import type {
  CreateRoomResult,
  CreateRoomPart,
  CreateRoomInput,
  Game,
  GameContext,
  Options,
  UploadPreview,
  Refusal,
  InProgress,
} from '../games/game.ts'
import { isRefusal } from '../games/refused.ts'
import { gameHost } from './game-host.ts'
import type { Platform } from './platform.ts'
import type { RoomPatch } from './rooms.ts'
import { checked, type Fresh, toStored } from './store.ts'

/** The platform services of a game without a world. */
type Without = Pick<Platform, 'clock' | 'secrets'>

export function founding(
  game: Game,
  input: CreateRoomInput,
  on: Without,
): Promise<CreateRoomResult | CreateRoomPart | Refusal> {
  return game.createRoom(input, worldless(on))
}

/** The game's preview of the files. Creates nothing. */
export async function previewing(
  game: Game,
  input: CreateRoomInput,
  on: Without,
): Promise<UploadPreview | InProgress | Refusal> {
  if (game.previewUploads) return game.previewUploads(input, worldless(on))
  return { refused: { field: 'game', detail: `rooms of ${game.slug} take no files` } }
}

/** The changed options of a patch, as the game prepares them for storage; or the game's refusal. */
export async function prepared(
  game: Game | undefined,
  { options, password }: RoomPatch,
  on: Without,
): Promise<{ readonly options: Options | undefined } | Refusal> {
  const changed = password === undefined ? options : { ...options, password }
  if (!changed || !game?.prepareOptions) return { options: changed }
  const answer = await game.prepareOptions(changed, worldless(on))
  return isRefusal(answer) ? answer : { options: answer }
}

/** A `Host` without a world: nobody to cast to, and no seed to reproduce. */
function worldless({ clock, secrets }: Without): GameContext {
  return gameHost(
    { clock, secrets, seed: secrets.newToken(), log() {} },
    { cast() {}, spend() {}, tell() {} },
  )
}

/** The records of a created world, each generated on demand. */
export function* foundedRecords({
  records,
}: Pick<CreateRoomResult, 'records'>): Generator<[key: string, value: Fresh]> {
  for (const [key, value] of records)
    yield [`game/${checked(key)}`, typeof value === 'function' ? value : toStored(value)]
}
