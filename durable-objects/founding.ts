// What a host hands in goes to the game, and comes back as records, as options to keep, or as a refusal.
import type { Founded, Founding, Game, Host, Options, Preview, Refused } from '../games/game.ts'
import { isRefused } from '../games/refused.ts'
import { gameHost } from './game-host.ts'
import type { Platform } from './platform.ts'
import type { FoundRequest, RoomPatch } from './rooms.ts'
import { checked, type Stored, toStored } from './store.ts'

/** What a game needs of the platform while it has no world. */
type Without = Pick<Platform, 'clock' | 'secrets'>

export function founding(
  game: Game,
  { options, files }: FoundRequest,
  on: Without,
): Promise<Founded | Refused> {
  return game.found(inputOf(options, files), worldless(on))
}

/** What is in the files, as the game tells it; nothing is made of them. */
export async function previewing(
  game: Game,
  { options, files }: Pick<FoundRequest, 'options' | 'files'>,
  on: Without,
): Promise<Preview | Refused> {
  if (game.preview) return game.preview(inputOf(options, files), worldless(on))
  return { refused: { field: 'game', detail: `rooms of ${game.slug} take no files` } }
}

function inputOf(options: Options, files: FoundRequest['files']): Founding {
  return { options, files: new Map(files.map(({ field, name, bytes }) => [field, { name, bytes }])) }
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
  return gameHost({ clock, secrets, seed: secrets.newToken(), log() {} }, { cast() {}, spend() {} })
}

/** The records of a founded world, as a turn's changes. */
export function foundedChanges({ records }: Founded): Map<string, Stored | undefined> {
  const changes = new Map<string, Stored | undefined>()
  for (const [key, value] of records) changes.set(`game/${checked(key)}`, toStored(value))
  return changes
}
