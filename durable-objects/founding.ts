// What a host hands in goes to the game, and comes back as records, as options to keep, or as a refusal.
import type {
  Founded,
  FoundedInPart,
  Founding,
  Game,
  Host,
  Options,
  Preview,
  Refused,
  Underway,
} from '../games/game.ts'
import { isRefused } from '../games/refused.ts'
import { gameHost } from './game-host.ts'
import type { Platform } from './platform.ts'
import type { RoomPatch } from './rooms.ts'
import { checked, type Fresh, toStored } from './store.ts'

/** What a game needs of the platform while it has no world. */
type Without = Pick<Platform, 'clock' | 'secrets'>

export function founding(
  game: Game,
  input: Founding,
  on: Without,
): Promise<Founded | FoundedInPart | Refused> {
  return game.found(input, worldless(on))
}

/** What is in the files, as the game tells it; nothing is made of them. */
export async function previewing(
  game: Game,
  input: Founding,
  on: Without,
): Promise<Preview | Underway | Refused> {
  if (game.preview) return game.preview(input, worldless(on))
  return { refused: { field: 'game', detail: `rooms of ${game.slug} take no files` } }
}

/** The options that a patch changes, if it does, as the game wants to have them; or the game's refusal. */
export async function prepared(
  game: Game | undefined,
  { options, password }: RoomPatch,
  on: Without,
): Promise<{ readonly options: Options | undefined } | Refused> {
  const changed = password === undefined ? options : { ...options, password }
  if (!changed || !game?.prepare) return { options: changed }
  const answer = await game.prepare(changed, worldless(on))
  return isRefused(answer) ? answer : { options: answer }
}

/** Without a world there is nobody to cast to, and nothing to be repeated. */
function worldless({ clock, secrets }: Without): Host {
  return gameHost(
    { clock, secrets, seed: secrets.newToken(), log() {} },
    { cast() {}, spend() {}, tell() {} },
  )
}

/** The records of a founded world, each made when it is asked for. */
export function* foundedRecords({
  records,
}: Pick<Founded, 'records'>): Generator<[key: string, value: Fresh]> {
  for (const [key, value] of records)
    yield [`game/${checked(key)}`, typeof value === 'function' ? value : toStored(value)]
}
