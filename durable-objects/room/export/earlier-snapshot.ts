// A snapshot of the records as they were at an earlier time.
import { type RecordRow, type Stored, splitValue } from '../../storage/records.ts'
import type { Snapshot } from './snapshots.ts'

/** `changes`: the earlier values of records that have changed since; undefined if there was none. */
export function earlierSnapshot(
  present: Snapshot,
  changes: ReadonlyMap<string, Stored | undefined>,
): Snapshot {
  const waiting = [...changes].sort(([a], [b]) => (a < b ? -1 : 1))
  /** The rows of changed records up to this key. */
  function* changedUpTo(key: string): Generator<RecordRow> {
    while (waiting.length > 0 && waiting[0]![0] <= key) {
      const [changed, value] = waiting.shift()!
      if (value === undefined) continue
      for (const [part, piece] of splitValue(value).entries()) yield { key: changed, part, value: piece }
    }
  }
  let isDone = false
  return {
    next() {
      // A batch may consist of changed records only.
      while (!isDone) {
        const rows = present.next()
        isDone = rows.length === 0
        const earlier = isDone
          ? [...changedUpTo('\u007f')]
          : rows.flatMap((row) => [...changedUpTo(row.key), ...(changes.has(row.key) ? [] : [row])])
        if (earlier.length > 0) return earlier
      }
      return []
    },
    close: () => present.close(),
  }
}
