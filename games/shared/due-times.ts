import type { Json, RecordStore } from '../game-context.ts'

/**
 * Returns the due time plus the time that has passed since the earlier state. 0 means that nothing is due, and stays 0.
 */
export type AdjustTime = (time: number) => number

/**
 * Functions by key prefix. Each returns a record with its due times moved, as if no time had passed since the earlier
 * state. Due times are the times at which something happens or ends, and the times from which those are computed. Times
 * of players' actions and calendar times stay unchanged.
 * @example games/soaprun/players/returning-players.ts
 */
export type DueTimeShifts = { readonly [keyPrefix: string]: (record: Json, later: AdjustTime) => Json }

export function shiftDueTimes(dueTimeShifts: DueTimeShifts, store: RecordStore, ms: number): void {
  const later: AdjustTime = (time) => (time === 0 ? 0 : time + ms)
  for (const [prefix, moved] of Object.entries(dueTimeShifts))
    for (const [key, record] of store.list(prefix)) store.put(key, moved(record as Json, later))
}
