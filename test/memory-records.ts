// Records in memory: the reference for the records in SQLite, and the storage of tests that need no disk.
import { copyValue, joinParts, type RecordTable, type Stored } from '../durable-objects/storage/records.ts'

export function memoryRecords(): RecordTable {
  const records = new Map<string, Stored>()
  return {
    get: (key) => copyValue(records.get(key)),
    list: (prefix) =>
      [...records]
        .filter(([key]) => key.startsWith(prefix))
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([key, value]) => [key, copyValue(value)!]),
    heads: (prefix, bytes) =>
      [...records]
        .filter(([key]) => key.startsWith(prefix))
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([key, value]) => ({ key, head: value.slice(0, bytes), size: value.length })),
    write(changes) {
      for (const [key, value] of changes) {
        if (value === undefined) records.delete(key)
        else records.set(key, copyValue(value)!)
      }
    },
    writeAll(added) {
      for (const [key, value] of added) {
        if (value === undefined) records.delete(key)
        else
          records.set(
            key,
            typeof value === 'function'
              ? joinParts(Array.from(value(), (piece) => piece.slice()))
              : copyValue(value)!,
          )
      }
    },
  }
}
