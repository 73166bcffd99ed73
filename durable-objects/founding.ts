// Bringing a room into being: what a host hands in goes to the game, and comes back as records or a refusal.
import type { Founded, Founding, Game, Refused } from '../games/game.ts'
import type { Clock } from '../wire/clock.ts'
import { gameHost } from './game-host.ts'
import type { FoundRequest } from './rooms.ts'
import { newToken } from './secrets.ts'
import { checked, type Stored, toStored } from './store.ts'

export async function founding(game: Game, request: FoundRequest, clock: Clock): Promise<Founded | Refused> {
  const files = new Map<string, { name: string; bytes: Uint8Array }>()
  for (const { field, name, body } of request.files)
    files.set(field, { name, bytes: new Uint8Array(await new Response(body).arrayBuffer()) })
  const input: Founding = { options: request.options, files }
  // There is no world yet: nobody to cast to.
  return game.found(
    input,
    gameHost({ clock, seed: newToken(), log() {} }, () => undefined),
  )
}

/** The records of a founded world, as a turn's changes. */
export function foundedChanges({ records }: Founded): Map<string, Stored | undefined> {
  const changes = new Map<string, Stored | undefined>()
  for (const [key, value] of records) changes.set(`game/${checked(key)}`, toStored(value))
  return changes
}
