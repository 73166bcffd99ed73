import type { ByteChunks, RecordStore, RecordValue } from '../../games/game.ts'
import { concatBytes } from '../../wire/util/concat-bytes.ts'

/** JSON as text, or bytes. */
export type StoredValue = string | Uint8Array

/** Keys are ASCII, so that every implementation sorts them in the same order. */
export interface Records {
  get(key: string): StoredValue | undefined
  list(prefix: string): Iterable<[key: string, value: StoredValue]>
  /** Writes all changes or none. The value undefined deletes a record. */
  write(changes: ReadonlyMap<string, StoredValue | undefined>): void
}

/** A large value may be a function that generates its bytes in pieces of any length. */
export type NewValue = StoredValue | ByteChunks

export interface RecordHead {
  readonly key: string
  /** The start of the value, in bytes or characters. */
  readonly head: StoredValue
  /** Size of the whole value, in bytes or characters. */
  readonly size: number
}

export interface RecordTable extends Records {
  /**
   * The records with this prefix, sorted, each with the first `bytes` of its value. The rest of the value is not read.
   */
  heads(prefix: string, bytes: number): RecordHead[]
  /**
   * Writes all records or none. The value undefined deletes a record. Each record is written before the next one is
   * read from `records`.
   */
  writeAll(records: Iterable<readonly [key: string, value: NewValue | undefined]>): void
}

export type SqlValue = string | number | null | Uint8Array | ArrayBuffer

/** Bindings are views of bytes, and results are buffers. */
export interface SqlStorage {
  exec<Row extends Record<string, SqlValue>>(
    query: string,
    ...bindings: SqlValue[]
  ): Iterable<Row> & BilledRows
}

/**
 * The numbers of rows that the platform bills for a statement. They are final when the statement's result has been
 * read. Test doubles may omit them.
 */
interface BilledRows {
  readonly rowsRead?: number
  readonly rowsWritten?: number
}

/**
 * Maximum bytes of a value in one row. A longer value is split into parts, because the platform limits a row to 2 MB.
 */
const partBytes = 1_000_000
/** Maximum UTF-16 units of a text in one row. Each unit takes at most three bytes in UTF-8. */
const partUnits = 500_000

/** The table exists only after `createRecordTable`, which runs when the room is created. */
export function sqlRecords(sql: SqlStorage, transaction: (body: () => void) => void): RecordTable {
  const writeAll: RecordTable['writeAll'] = (records) =>
    transaction(() => {
      for (const [key, value] of records) writeRecord(sql, key, value)
    })
  return {
    get(key) {
      const parts = [...sql.exec('SELECT value FROM record WHERE key = ? ORDER BY part', key)]
      return parts.length === 0 ? undefined : joinParts(parts.map((row) => toStoredValue(row.value)))
    },
    *list(prefix) {
      // Reads all rows at once, because the caller may write between two records.
      const rows = [
        ...sql.exec(
          'SELECT key, value FROM record WHERE key >= ? AND key < ? ORDER BY key, part',
          prefix,
          `${prefix}\u007f`,
        ),
      ]
      for (let i = 0; i < rows.length; ) {
        const key = String(rows[i]!.key)
        const parts: StoredValue[] = []
        while (i < rows.length && rows[i]!.key === key) parts.push(toStoredValue(rows[i++]!.value))
        yield [key, joinParts(parts)]
      }
    },
    heads(prefix, bytes) {
      const heads: { key: string; head: StoredValue; size: number }[] = []
      for (const { key, head, size } of sql.exec(selectHeads, bytes, prefix, `${prefix}\u007f`)) {
        const last = heads.at(-1)
        if (last && last.key === key) last.size += Number(size)
        else heads.push({ key: String(key), head: toStoredValue(head), size: Number(size) })
      }
      return heads
    },
    write: writeAll,
    writeAll,
  }
}

/** `length` and `substr` are cheap for long values, because SQLite does not read the rest of the value. */
const selectHeads =
  'SELECT key, substr(value, 1, ?) AS head, length(value) AS size FROM record WHERE key >= ? AND key < ? ORDER BY key, part'

/** One part of a record. */
export interface RecordRow {
  readonly key: string
  readonly part: number
  readonly value: StoredValue
}

/** Inserts up to `most` rows, none of which may exist. Returns false if `parts` has ended. */
export function writeRows(sql: SqlStorage, parts: Iterator<RecordRow>, most: number): boolean {
  for (let written = 0; written < most; written++) {
    const next = parts.next()
    if (next.done) return false
    const { key, part, value } = next.value
    sql.exec('INSERT INTO record (key, part, value) VALUES (?, ?, ?)', key, part, value)
  }
  return true
}

/** The table has row ids, because SQLite then searches keys in a separate index, without reading long values. */
export function createRecordTable(sql: SqlStorage): void {
  sql.exec('CREATE TABLE record (key TEXT, part INTEGER, value, PRIMARY KEY (key, part))')
}

export function hasRecordTable(sql: SqlStorage): boolean {
  return [...sql.exec("SELECT name FROM sqlite_master WHERE type = 'table' AND name = 'record'")].length > 0
}

/** `more`: the previous value has a further part, which must be deleted. */
const writePart = `INSERT INTO record (key, part, value) VALUES (?1, ?2, ?3)
  ON CONFLICT (key, part) DO UPDATE SET value = excluded.value
  RETURNING EXISTS (SELECT 1 FROM record AS older WHERE older.key = ?1 AND older.part = ?2 + 1) AS more`

function writeRecord(sql: SqlStorage, key: string, value: NewValue | undefined): void {
  let parts = 0
  let more = value === undefined
  for (const piece of partsOf(value))
    for (const row of sql.exec(writePart, key, parts++, piece)) more = row.more === 1
  if (more) sql.exec('DELETE FROM record WHERE key = ? AND part >= ?', key, parts)
}

function partsOf(value: NewValue | undefined): Iterable<StoredValue> {
  if (value === undefined) return []
  return typeof value === 'function' ? rechunked(value()) : splitValue(value)
}

/**
 * All parts share a buffer, because each part is written before the next is filled. Yields at least one part, which may
 * be empty.
 */
function* rechunked(pieces: Iterable<Uint8Array>): Generator<Uint8Array> {
  const part = new Uint8Array(partBytes)
  let filled = 0
  let whole = 0
  for (const piece of pieces) {
    for (let at = 0; at < piece.length; ) {
      if (filled === partBytes) {
        yield part
        whole++
        filled = 0
      }
      const slice = piece.subarray(at, at + partBytes - filled)
      part.set(slice, filled)
      at += slice.length
      filled += slice.length
    }
  }
  if (filled > 0 || whole === 0) yield part.subarray(0, filled)
}

/** Splits a value into parts, each of which is stored in one row. */
export function splitValue(value: StoredValue): StoredValue[] {
  const size = typeof value === 'string' ? partUnits : partBytes
  if (value.length <= size) return [value]
  const parts: StoredValue[] = []
  for (let at = 0; at < value.length; ) {
    let end = Math.min(at + size, value.length)
    if (typeof value === 'string' && isHighSurrogate(value.charCodeAt(end - 1))) end--
    parts.push(value.slice(at, end))
    at = end
  }
  return parts
}

/** Text is not split inside a surrogate pair, because UTF-8 cannot encode half of a pair. */
function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code < 0xdc00
}

export function joinParts(parts: readonly StoredValue[]): StoredValue {
  if (parts.length === 1) return parts[0]!
  if (typeof parts[0] === 'string') return parts.join('')
  return concatBytes(parts as readonly Uint8Array[])
}

export function toStoredValue(value: unknown): StoredValue {
  if (typeof value === 'string') return value
  if (value instanceof ArrayBuffer) return new Uint8Array(value)
  throw new TypeError(`a record holds ${typeof value}`)
}

export function copyValue(value: StoredValue | undefined): StoredValue | undefined {
  return typeof value === 'object' ? value.slice() : value
}

/** Applies those changes whose keys start with `prefix` to listed records. The result is a snapshot, sorted by key. */
export function overlayChanges(
  listed: Iterable<[key: string, value: StoredValue]>,
  changes: ReadonlyMap<string, StoredValue | undefined>,
  prefix: string,
): Iterable<[key: string, value: StoredValue]> {
  const relevant = [...changes].filter(([key]) => key.startsWith(prefix))
  // Without changes, the list is not copied: a world is opened from hundreds of thousands of records.
  if (relevant.length === 0) return listed
  const all = new Map(listed)
  let added = false
  for (const [key, value] of relevant) {
    added ||= !all.has(key)
    if (value === undefined) all.delete(key)
    else all.set(key, copyValue(value)!)
  }
  return added ? [...all].sort(([a], [b]) => (a < b ? -1 : 1)) : all
}

/** The records as a world sees them in a transaction: with the transaction's own writes. */
export class TransactionStore implements RecordStore {
  readonly #records: Records
  readonly #prefix: string
  readonly #changes: Map<string, StoredValue | undefined>

  /** `changes`: shared by all writers of the transaction. The keys include the prefix. */
  constructor(records: Records, prefix: string, changes: Map<string, StoredValue | undefined>) {
    this.#records = records
    this.#prefix = prefix
    this.#changes = changes
  }

  get(key: string): RecordValue | undefined {
    const whole = this.#prefix + key
    const value = this.#changes.has(whole) ? copyValue(this.#changes.get(whole)) : this.#records.get(whole)
    return value === undefined ? undefined : decodeRecordValue(value)
  }

  put(key: string, value: RecordValue): void {
    this.#changes.set(this.#prefix + requireValidKey(key), encodeRecordValue(value))
  }

  delete(key: string): void {
    this.#changes.set(this.#prefix + requireValidKey(key), undefined)
  }

  *list(prefix: string): Iterable<[string, RecordValue]> {
    const whole = this.#prefix + prefix
    for (const [key, value] of overlayChanges(this.#records.list(whole), this.#changes, whole))
      yield [key.slice(this.#prefix.length), decodeRecordValue(value)]
  }
}

export function encodeRecordValue(value: RecordValue): StoredValue {
  return value instanceof Uint8Array ? value.slice() : JSON.stringify(value)
}

export function decodeRecordValue(value: StoredValue): RecordValue {
  return typeof value === 'string' ? (JSON.parse(value) as RecordValue) : value
}

export function listJson<T>(records: Pick<Records, 'list'>, prefix: string): T[] {
  return Array.from(records.list(prefix), ([, value]) => JSON.parse(String(value)) as T)
}

/** Returns the key, and throws unless it is 1 to 512 characters of printable ASCII. */
export function requireValidKey(key: string): string {
  if (!/^[\x20-\x7e]{1,512}$/.test(key))
    throw new RangeError(`not a record's key: ${JSON.stringify(key.slice(0, 80))}`)
  return key
}
