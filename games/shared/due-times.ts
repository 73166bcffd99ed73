import type { Json, RecordStore } from '../game-context.ts'

/** Adds the time since the state to which the room goes back. 0 means that nothing is due, and stays 0. */
export type ShiftTime = (time: number) => number

/**
 * Functions by key prefix. Each returns a record with its due times moved by `later`, so that as much time is left
 * until them as in the state to which the room goes back. Due times are the times at which something happens or ends,
 * and the times from which those are computed. Times of players' actions and calendar times stay unchanged.
 * @example games/soaprun/players/returning-players.ts
 */
export type DueTimeShifts = { readonly [keyPrefix: string]: (record: Json, later: ShiftTime) => Json }

export function shiftDueTimes(dueTimeShifts: DueTimeShifts, store: RecordStore, ms: number): void {
  const later: ShiftTime = (time) => (time === 0 ? 0 : time + ms)
  for (const [prefix, moved] of Object.entries(dueTimeShifts))
    for (const [key, record] of store.list(prefix)) store.put(key, moved(record as Json, later))
}
