// What a Room keeps of itself beside its world: one record.
import type { Game, Options } from '../games/game.ts'
import type { Region } from '../wire/region.ts'
import { isUnfinished } from './founding-files.ts'
import type { FoundRequest, ListenAt, RoomPatch } from './rooms.ts'
import { hasRecords, type Records, type SqlStorage, type Stored } from './store.ts'

export interface Meta {
  readonly game: string
  readonly room: string
  /** Which room of its name it is: later ones have higher numbers. Absent: it was founded before there were any. */
  readonly generation?: number
  readonly title: string
  readonly status: 'open' | 'closed'
  readonly comments: readonly string[]
  /** Absent: who likes may watch. */
  readonly watching?: 'off'
  /** ISO 8601, UTC. */
  readonly createdAt: string
  /** Where it was founded, if that is known. */
  readonly region?: Region
  readonly options: Options
  readonly listen: readonly ListenAt[]
  /** Of the world's records. */
  readonly version: number
  /** SHA-256 of the room's token, base64url. */
  readonly token: string
  /** Random; with what each instance draws it seeds the world's chance. */
  readonly seed: string
  /** Its removal has begun, and is finished by whichever instance can. */
  readonly removing?: true
}

const key = 'room'

/** Of a room that is founded now (`at`: milliseconds since 1970), open from the start. `token`: its digest; `seed`: of its chance. */
export function newMeta(
  { slug, version }: Game,
  { room, generation, title, region, listen }: Omit<FoundRequest, 'files'>,
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
    ...(region && { region }),
    options,
    listen,
    version,
    token,
    seed,
  }
}

/** Of the room's own record; throws for what is none. */
export function metaOf(stored: Stored | undefined): Meta {
  if (typeof stored !== 'string') throw new TypeError('a founded room without its own record')
  return JSON.parse(stored) as Meta
}

/** What lies on the disk. None of them: nothing is founded here. `unfinished`: not to its end; `error`: it cannot be read. */
export function ownRecord(
  sql: SqlStorage,
  records: Records,
): { meta?: Meta; unfinished?: true; error?: unknown } {
  try {
    if (!hasRecords(sql)) return {}
    const stored = records.get(key)
    return stored === undefined && isUnfinished(records) ? { unfinished: true } : { meta: metaOf(stored) }
  } catch (error) {
    return { error }
  }
}

/** Adds the record to a turn's changes. */
export function putMeta(changes: Map<string, Stored | undefined>, meta: Meta): void {
  changes.set(key, JSON.stringify(meta))
}

/** The record alone, as a change. */
export function metaChange(meta: Meta): ReadonlyMap<string, Stored | undefined> {
  const changes = new Map<string, Stored | undefined>()
  putMeta(changes, meta)
  return changes
}

/** With what a patch names, but for options: whether those change is for the game to say. */
export function withPatch(meta: Meta, { status, comments, title, watching, listen }: RoomPatch): Meta {
  const { watching: before, ...rest } = meta
  const isOff = (watching ?? before) === 'off'
  return {
    ...rest,
    ...(isOff && { watching: 'off' }),
    status: status ?? meta.status,
    comments: comments ?? meta.comments,
    title: title ?? meta.title,
    listen: listen ?? meta.listen,
  }
}

/** What a patch names, without what it says: some of it is secret. */
export function namesOf({ options = {}, ...rest }: RoomPatch): string {
  const { status, ...others } = rest
  const names = [...Object.keys(others), ...Object.keys(options).map((option) => `option ${option}`)]
  return [...(status === undefined ? [] : [`it is ${status}`]), ...names].join(', ') || 'nothing'
}
