import type { RecordStore, RecordValue } from '../game.ts'

/** Reads a record that the creation of every room stores. Throws if it is missing. */
export function requireRecord(store: RecordStore, key: string): RecordValue {
  const value = store.get(key)
  if (value === undefined) throw new Error(`the record ${key} is missing`)
  return value
}
