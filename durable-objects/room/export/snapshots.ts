// Reads snapshots of the records while the room keeps writing. A record that a reader has not read yet is copied to the
// table `snapshot_copy` before it is overwritten. The table is dropped when the last reader ends.
import type { Clock } from '../../../wire/util/clock.ts'
import {
  type RecordRow,
  type SqlStorage,
  type StoredValue,
  splitValue,
  toStoredValue,
} from '../../storage/records.ts'

/**
 * Maximum number of concurrent readers. A further reader replaces one that has been idle for more than `idleMs`, and is
 * refused if there is none.
 */
const maxReaders = 4
const idleMs = 60_000
/** Rows per query. The number is low, because a row may have a megabyte. */
const rowsPerQuery = 16
/** Bytes or UTF-16 units. */
const minBatchSize = 64 * 1024
/** A prefix followed by this character sorts after all keys with the prefix, because keys are printable ASCII. */
const afterPrefix = '\u007f'
/** Marks a record that did not exist when the snapshot was opened. */
const absent = -1

export interface SnapshotReader {
  /** The next rows, in the order of `prefixes`, keys and parts; empty at the end. Throws when the room is deleted. */
  next(): readonly RecordRow[]
  close(): void
}

interface Reader {
  readonly id: number
  readonly prefixes: readonly string[]
  /** `at`: index of the current prefix. `key` and `part`: the last row read. */
  at: number
  key: string
  part: number
  /** Milliseconds since 1970. */
  askedAt: number
}

export class Snapshots {
  readonly #sql: SqlStorage
  readonly #clock: Pick<Clock, 'now'>
  readonly #readers = new Map<number, Reader>()
  #lastId = 0

  constructor(sql: SqlStorage, clock: Pick<Clock, 'now'>) {
    this.#sql = sql
    this.#clock = clock
  }

  /** `prefixes` are sorted. Returns undefined if there are too many readers. */
  open(prefixes: readonly string[]): SnapshotReader | undefined {
    const now = this.#clock.now()
    for (const silent of this.#readers.values())
      if (this.#readers.size === maxReaders && now - silent.askedAt > idleMs) this.#close(silent)
    if (this.#readers.size === maxReaders) return undefined
    // An earlier instance may have been lost before its readers ended, and left the table.
    if (this.#readers.size === 0) this.#dropTable()
    this.#sql.exec(
      'CREATE TABLE IF NOT EXISTS snapshot_copy (reader INTEGER, key TEXT, part INTEGER, value, PRIMARY KEY (reader, key, part))',
    )
    const place = { at: 0, key: prefixes[0] ?? afterPrefix, part: absent, askedAt: now }
    const reader: Reader = { id: ++this.#lastId, prefixes, ...place }
    this.#readers.set(reader.id, reader)
    return { next: () => this.#next(reader), close: () => this.#close(reader) }
  }

  /** Call before these keys are overwritten, deleted or created. */
  copyBeforeWrite(keys: Iterable<string>): void {
    if (this.#readers.size === 0) return
    for (const key of keys) for (const reader of this.#readers.values()) this.#copyFor(reader, key)
  }

  reset(): void {
    this.#readers.clear()
  }

  #copyFor({ id, prefixes, key: read }: Reader, key: string): void {
    if (key < read || !prefixes.some((prefix) => key.startsWith(prefix))) return
    const known = 'SELECT 1 AS known FROM snapshot_copy WHERE reader = ? AND key = ? LIMIT 1'
    if ([...this.#sql.exec(known, id, key)].length > 0) return
    this.#sql.exec(
      `INSERT INTO snapshot_copy SELECT ?1, key, part, value FROM record WHERE key = ?2
       UNION ALL SELECT ?1, ?2, ${absent}, NULL WHERE NOT EXISTS (SELECT 1 FROM record WHERE key = ?2)`,
      id,
      key,
    )
  }

  #next(reader: Reader): readonly RecordRow[] {
    if (this.#readers.get(reader.id) !== reader)
      throw new Error('the room is gone, or its snapshot was read to the end')
    reader.askedAt = this.#clock.now()
    const parts: RecordRow[] = []
    for (let size = 0; size < minBatchSize && reader.at < reader.prefixes.length; ) {
      const rows = this.#rowsAfter(reader)
      for (const row of rows) size += row.value.length + row.key.length
      parts.push(...rows)
      const last = rows.at(-1)
      if (last) Object.assign(reader, { key: last.key, part: last.part })
      if (rows.length === rowsPerQuery) continue
      reader.at++
      Object.assign(reader, { key: reader.prefixes[reader.at] ?? afterPrefix, part: absent })
    }
    if (parts.length === 0) this.#close(reader)
    return parts
  }

  #rowsAfter({ id, prefixes, at, key, part }: Reader): RecordRow[] {
    const rows = this.#sql.exec<{ key: string; part: number; value: string | ArrayBuffer }>(
      `SELECT key, part, value FROM record WHERE (key, part) > (?2, ?3) AND key < ?4
         AND NOT EXISTS (SELECT 1 FROM snapshot_copy WHERE snapshot_copy.reader = ?1 AND snapshot_copy.key = record.key)
       UNION ALL
       SELECT key, part, value FROM snapshot_copy WHERE reader = ?1 AND (key, part) > (?2, ?3) AND key < ?4 AND part > ${absent}
       ORDER BY key, part LIMIT ${rowsPerQuery}`,
      ...[id, key, part, `${prefixes[at]}${afterPrefix}`],
    )
    return Array.from(rows, (row) => ({ key: row.key, part: row.part, value: toStoredValue(row.value) }))
  }

  #close({ id }: Reader): void {
    if (!this.#readers.delete(id)) return
    if (this.#readers.size === 0) this.#dropTable()
    else this.#sql.exec('DELETE FROM snapshot_copy WHERE reader = ?', id)
  }

  #dropTable(): void {
    this.#sql.exec('DROP TABLE IF EXISTS snapshot_copy')
  }
}

/** The records before later changes. `changes`: the earlier values; undefined for a record that did not exist. */
export function snapshotBeforeChanges(
  present: SnapshotReader,
  changes: ReadonlyMap<string, StoredValue | undefined>,
): SnapshotReader {
  const waiting = [...changes].sort(([a], [b]) => (a < b ? -1 : 1))
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
      // An empty result would mean the end, so if all records of a batch have changed, the next batch is read.
      while (!isDone) {
        const rows = present.next()
        isDone = rows.length === 0
        const earlier = isDone
          ? [...changedUpTo(afterPrefix)]
          : rows.flatMap((row) => [...changedUpTo(row.key), ...(changes.has(row.key) ? [] : [row])])
        if (earlier.length > 0) return earlier
      }
      return []
    },
    close: () => present.close(),
  }
}
