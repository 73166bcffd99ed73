// Snapshot reads of the records while the room keeps writing. Only records that change meanwhile are copied: before a
// record that is not read yet is overwritten, it goes to a table of its own, which is dropped with its last reader.
import type { Clock } from '../wire/clock.ts'
import { type Part, type SqlStorage, stored } from './store.ts'

/** Concurrent readers; above that, one that has been idle for this many milliseconds is dropped. */
const mostReaders = 4
const silentMs = 60_000
/** Rows per query: each may be a megabyte. */
const rowsAtOnce = 16
/** Minimal size of a batch in bytes or UTF-16 units. */
const worthSending = 64 * 1024
/** Sorts after every key with the same prefix, because keys are printable ASCII. */
const behind = '\u007f'
/** Instead of a part: there was no such record. */
const absent = -1

export interface Snapshot {
  /** The next rows, in the order of `prefixes`, keys and parts; empty: the end. Throws when the room is deleted. */
  next(): readonly Part[]
  /** Ends the snapshot. */
  end(): void
}

interface Reader {
  readonly id: number
  readonly prefixes: readonly string[]
  /** Index of the current prefix, and the last row read. */
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

  /** `prefixes`: of the records, sorted. Undefined: too many readers. */
  begin(prefixes: readonly string[]): Snapshot | undefined {
    const now = this.#clock.now()
    for (const silent of this.#readers.values())
      if (this.#readers.size === mostReaders && now - silent.askedAt > silentMs) this.#end(silent)
    if (this.#readers.size === mostReaders) return undefined
    // An earlier instance may have been lost with its readers.
    if (this.#readers.size === 0) this.#drop()
    this.#sql.exec(
      'CREATE TABLE IF NOT EXISTS aside (reader INTEGER, key TEXT, part INTEGER, value, PRIMARY KEY (reader, key, part))',
    )
    const place = { at: 0, key: prefixes[0] ?? behind, part: absent, askedAt: now }
    const reader: Reader = { id: ++this.#lastId, prefixes, ...place }
    this.#readers.set(reader.id, reader)
    return { next: () => this.#next(reader), end: () => this.#end(reader) }
  }

  /** Call before these keys are overwritten, deleted or created. */
  keep(keys: Iterable<string>): void {
    if (this.#readers.size === 0) return
    for (const key of keys) for (const reader of this.#readers.values()) this.#putAside(reader, key)
  }

  /** The room is deleted with its tables. */
  forget(): void {
    this.#readers.clear()
  }

  #putAside({ id, prefixes, key: read }: Reader, key: string): void {
    if (key < read || !prefixes.some((prefix) => key.startsWith(prefix))) return
    const known = 'SELECT 1 AS known FROM aside WHERE reader = ? AND key = ? LIMIT 1'
    if ([...this.#sql.exec(known, id, key)].length > 0) return
    this.#sql.exec(
      `INSERT INTO aside SELECT ?1, key, part, value FROM record WHERE key = ?2
       UNION ALL SELECT ?1, ?2, ${absent}, NULL WHERE NOT EXISTS (SELECT 1 FROM record WHERE key = ?2)`,
      id,
      key,
    )
  }

  #next(reader: Reader): readonly Part[] {
    if (this.#readers.get(reader.id) !== reader) throw new Error('the room is gone, or was read to its end')
    reader.askedAt = this.#clock.now()
    const parts: Part[] = []
    for (let size = 0; size < worthSending && reader.at < reader.prefixes.length; ) {
      const rows = this.#rowsAfter(reader)
      for (const row of rows) size += row.value.length + row.key.length
      parts.push(...rows)
      const last = rows.at(-1)
      if (last) Object.assign(reader, { key: last.key, part: last.part })
      if (rows.length === rowsAtOnce) continue
      reader.at++
      Object.assign(reader, { key: reader.prefixes[reader.at] ?? behind, part: absent })
    }
    if (parts.length === 0) this.#end(reader)
    return parts
  }

  #rowsAfter({ id, prefixes, at, key, part }: Reader): Part[] {
    const rows = this.#sql.exec<{ key: string; part: number; value: string | ArrayBuffer }>(
      `SELECT key, part, value FROM record WHERE (key, part) > (?2, ?3) AND key < ?4
         AND NOT EXISTS (SELECT 1 FROM aside WHERE aside.reader = ?1 AND aside.key = record.key)
       UNION ALL
       SELECT key, part, value FROM aside WHERE reader = ?1 AND (key, part) > (?2, ?3) AND key < ?4 AND part > ${absent}
       ORDER BY key, part LIMIT ${rowsAtOnce}`,
      ...[id, key, part, `${prefixes[at]}${behind}`],
    )
    return Array.from(rows, (row) => ({ key: row.key, part: row.part, value: stored(row.value) }))
  }

  #end({ id }: Reader): void {
    if (!this.#readers.delete(id)) return
    if (this.#readers.size === 0) this.#drop()
    else this.#sql.exec('DELETE FROM aside WHERE reader = ?', id)
  }

  #drop(): void {
    this.#sql.exec('DROP TABLE IF EXISTS aside')
  }
}
