// Records in memory: the reference for the records in SQLite, and the storage of tests that need no disk.
import {
  copyValue,
  joinParts,
  type RecordTable,
  type StoredValue,
} from '../durable-objects/storage/records.ts'

export function memoryRecords(): RecordTable {
  const records = new Map<string, StoredValue>()
  const keysUnder = (prefix: string) => [...records.keys()].filter((key) => key.startsWith(prefix)).sort()
  const writeAll: RecordTable['writeAll'] = (changes) => {
    for (const [key, value] of changes) {
      if (value === undefined) records.delete(key)
      else if (typeof value === 'function')
        records.set(key, joinParts(Array.from(value(), (piece) => piece.slice())))
      else records.set(key, copyValue(value)!)
    }
  }
  return {
    get: (key) => copyValue(records.get(key)),
    list: (prefix) => keysUnder(prefix).map((key) => [key, copyValue(records.get(key))!]),
    heads: (prefix, bytes) =>
      keysUnder(prefix).map((key) => {
        const value = records.get(key)!
        return { key, head: value.slice(0, bytes), size: value.length }
      }),
    write: writeAll,
    writeAll,
  }
}
