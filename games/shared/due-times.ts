// Times in a world's records that must move when the world goes on from an earlier state.
import type { Json, RecordStore } from '../game-context.ts'

/** Moves a time by what has passed since the earlier state. 0 means that there is none, and stays. */
export type Later = (time: number) => number

/**
 * By the start of the keys of records: the record with its times moved, as if nothing had passed since. These are times at
 * which something is due or ends, or from which that is counted. Times of what players did, and of the calendar, stay.
 * @example games/soaprun/players/returning-players.ts
 */
export type DueTimes = { readonly [keyPrefix: string]: (record: Json, later: Later) => Json }

/** Moves them by milliseconds. */
export function moveDueTimes(dueTimes: DueTimes, store: RecordStore, ms: number): void {
  const later: Later = (time) => (time === 0 ? 0 : time + ms)
  for (const [prefix, moved] of Object.entries(dueTimes))
    for (const [key, record] of store.list(prefix)) store.put(key, moved(record as Json, later))
}
