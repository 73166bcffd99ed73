// What a Room keeps of itself beside its world: one record.
import type { Game, Options } from '../games/game.ts'
import type { FoundRequest, ListenAt, RoomPatch } from './rooms.ts'
import type { Records, Stored } from './store.ts'

export interface Meta {
  readonly game: string
  readonly room: string
  /** Which room of its name it is: later ones have higher numbers. Absent: it was founded before there were any. */
  readonly generation?: number
  readonly title: string
  readonly status: 'open' | 'closed'
  readonly comments: readonly string[]
  /** ISO 8601, UTC. */
  readonly createdAt: string
  readonly options: Options
  readonly listen: readonly ListenAt[]
  /** Of the world's records. */
  readonly version: number
  /** SHA-256 of the room's token, base64url. */
  readonly token: string
  /** Random; with what each instance draws it seeds the world's chance. */
  readonly seed: string
}

const key = 'room'

/** Of a room that is founded now (`at`: milliseconds since 1970), open from the start. `token`: its digest; `seed`: of its chance. */
export function newMeta(
  { slug, version }: Game,
  { room, generation, title, listen }: FoundRequest,
  options: Options,
  token: string,
  seed: string,
  at: number,
): Meta {
  return {
    game: slug,
    room,
    generation,
    title,
    status: 'open',
    comments: [],
    createdAt: new Date(at).toISOString(),
    options,
    listen,
    version,
    token,
    seed,
  }
}

export function readMeta(records: Records): Meta {
  const stored = records.get(key)
  if (typeof stored !== 'string') throw new TypeError('a founded room without its own record')
  return JSON.parse(stored) as Meta
}

/** Adds the record to a turn's changes. */
export function putMeta(changes: Map<string, Stored | undefined>, meta: Meta): void {
  changes.set(key, JSON.stringify(meta))
}

/** With what a patch names, but for options: whether those change is for the game to say. */
export function withPatch(meta: Meta, { status, comments, title, listen }: RoomPatch): Meta {
  return {
    ...meta,
    status: status ?? meta.status,
    comments: comments ?? meta.comments,
    title: title ?? meta.title,
    listen: listen ?? meta.listen,
  }
}
