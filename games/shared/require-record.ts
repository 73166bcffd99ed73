// A record that a room has had since its creation.
import type { RecordStore, RecordValue } from '../game.ts'

/** Throws if the record is missing. */
export function requireRecord(store: RecordStore, key: string): RecordValue {
  const value = store.get(key)
  if (value === undefined) throw new Error(`the record ${key} is missing`)
  return value
}
