// Reads records that exist since the room's creation.
import type { RecordStore, RecordValue } from '../game.ts'

/** Throws if the record is missing. */
export function requireRecord(store: RecordStore, key: string): RecordValue {
  const value = store.get(key)
  if (value === undefined) throw new Error(`the record ${key} is missing`)
  return value
}
