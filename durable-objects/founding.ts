// What a host hands in goes to the game, and comes back as records, as options to keep, or as a refusal.
import type { Founded, Founding, Game, Host, Options, Refused } from '../games/game.ts'
import { isRefused } from '../games/refused.ts'
import type { Clock } from '../wire/clock.ts'
import { gameHost } from './game-host.ts'
import type { FoundRequest, RoomPatch } from './rooms.ts'
import { newToken } from './secrets.ts'
import { checked, type Stored, toStored } from './store.ts'

export async function founding(game: Game, request: FoundRequest, clock: Clock): Promise<Founded | Refused> {
  const files = new Map<string, { name: string; bytes: Uint8Array }>()
  for (const { field, name, body } of request.files)
    files.set(field, { name, bytes: new Uint8Array(await new Response(body).arrayBuffer()) })
  const input: Founding = { options: request.options, files }
  return game.found(input, worldless(clock))
}

/** The options that a patch changes, if it does, as the game wants to have them; or the game's refusal. */
export async function prepared(
  game: Game | undefined,
  { options, password }: RoomPatch,
  clock: Clock,
): Promise<{ readonly options: Options | undefined } | Refused> {
  const changed = password === undefined ? options : { ...options, password }
  if (!changed || !game?.prepare) return { options: changed }
  const answer = await game.prepare(changed, worldless(clock))
  return isRefused(answer) ? answer : { options: answer }
}

/** Without a world there is nobody to cast to, and nothing to be repeated. */
function worldless(clock: Clock): Host {
  return gameHost({ clock, seed: newToken(), log() {} }, () => undefined)
}

/** The records of a founded world, as a turn's changes. */
export function foundedChanges({ records }: Founded): Map<string, Stored | undefined> {
  const changes = new Map<string, Stored | undefined>()
  for (const [key, value] of records) changes.set(`game/${checked(key)}`, toStored(value))
  return changes
}
