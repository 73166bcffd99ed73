// The values that a room's transactions have overwritten, kept for a chosen time: with them the room can go back to an
// earlier second. They are stored in the same row as the transaction (write-log-records.ts), and in rows of their own,
// compressed, when the write log is rewritten. So a transaction costs no further row.
import { deflateSync, inflateSync } from 'fflate'
import { decode, encode } from '../../wire/codec/codec.ts'
import { BE } from '../../wire/codec/fields/numbers.ts'
import { struct } from '../../wire/codec/fields/struct.ts'
import { concatBytes } from '../../wire/util/concat-bytes.ts'
import { type Entry, earlierEntry, entries, entryKinds, keyOf, recordOf } from './record-entries.ts'
import type { Records, Stored } from './records.ts'

/** Prefix of the rows, and of the record that lists them. */
export const historyPrefix = 'history/'
const indexKey = `${historyPrefix}index`
/** The records that the history covers: the world's. */
const covered = 'game/'

/** Bytes of all rows, compressed. */
const defaultMaxBytes = 16 * 1024 * 1024
/** Bytes of one row before compression. A row has the entries of one transaction and of the write log. */
const maxRowBytes = 48 * 1024 * 1024
/** Rows that the index lists. */
const maxRows = 1000
/** Bytes and UTF-16 units of the values that are written to go back in time: all of them are in memory at once. */
const maxStateSize = 32 * 1024 * 1024

/** The part of a room that its history uses. */
export interface HistorySurroundings {
  /** Milliseconds since 1970. */
  readonly now: number
  /** Milliseconds for which earlier values are kept; 0: none are. */
  readonly historyMs: number
  /** Version of the world's records; undefined if there is no room. */
  readonly recordVersion: number | undefined
}

/** The world's records at an earlier second, as changes to the present ones. */
export interface EarlierState {
  readonly changes: ReadonlyMap<string, Stored | undefined>
  /** Version of those records. */
  readonly version: number
}

/** A stored row: its number, its last second, and its size in bytes. */
type Row = readonly [number: number, last: number, bytes: number]

/** `since`: the first second that the room can go back to. */
interface Index {
  readonly since: number
  readonly rows: readonly Row[]
}

/** A new row with the changes that store it, and the index with it. */
export interface HistoryMove {
  readonly changes: ReadonlyMap<string, Stored | undefined>
  /** Undefined: no history is kept from now on. */
  readonly index: Index | undefined
}

/**
 * Returns the new key and value for a record, which may be the same ones; undefined removes the record. `value`:
 * undefined if there was no such record.
 */
export type RecordRewrite = (
  key: string,
  value: Stored | undefined,
) => readonly [key: string, value: Stored | undefined] | undefined

const moment = struct({ second: BE.f64, version: BE.u32 })

export class RecordHistory {
  readonly #room: () => HistorySurroundings
  /** As stored on the disk. */
  readonly #records: Records
  /** Undefined: no history is kept. */
  #index: Index | undefined
  #isRead = false
  /** Entries that are in the write log only. */
  #pending: Entry[] = []
  /** The last second among all entries, and the keys of the entries of that second. */
  #second = 0
  #version = 0
  readonly #keys = new Set<string>()
  readonly #maxBytes: number

  /** `maxBytes`: of all rows. The oldest are deleted first. */
  constructor(records: Records, surroundings: () => HistorySurroundings, maxBytes = defaultMaxBytes) {
    this.#records = records
    this.#maxBytes = maxBytes
    this.#room = surroundings
  }

  /** The first second that the room can go back to, in milliseconds since 1970; undefined if no history is kept. */
  get since(): number | undefined {
    const index = this.#read()
    if (!index) return undefined
    const { now, historyMs } = this.#room()
    return Math.max(index.since * 1000, now - historyMs)
  }

  /** Starts or ends the history if the room's setting has changed. The caller stores it before any other change. */
  switched(): HistoryMove | undefined {
    const index = this.#read()
    const isOn = this.#room().historyMs > 0
    if (isOn === (index !== undefined)) return undefined
    return isOn ? this.restarted() : { changes: deletions(index!), index: undefined }
  }

  /** Starts an empty history, because the records are replaced without recording their earlier values. */
  restarted(): HistoryMove {
    const known = this.#read()
    const index: Index = { since: this.#currentSecond, rows: [] }
    const changes = new Map([...(known ? deletions(known) : []), [indexKey, JSON.stringify(index)] as const])
    return { changes, index }
  }

  /** The entries to store together with these changes. `get` reads the present value. */
  entriesFor(
    changes: ReadonlyMap<string, Stored | undefined>,
    get: (key: string) => Stored | undefined,
  ): Entry[] {
    if (!this.#read()) return []
    const second = this.#currentSecond
    const version = this.#room().recordVersion ?? 0
    const isSame = this.#pending.length > 0 && second === this.#second && version === this.#version
    const added: Entry[] = []
    for (const key of changes.keys())
      if (isCovered(key) && !(isSame && this.#keys.has(key))) added.push(earlierEntry(key, get(key)))
    if (added.length > 0 && !isSame) added.unshift(momentEntry(second, version))
    return added
  }

  /** Call when entries are in the write log, or have been read from it. */
  added(entries: readonly Entry[]): void {
    if (!this.#read()) return
    for (const one of entries) {
      this.#pending.push(one)
      if (one.kind !== entryKinds.moment) {
        this.#keys.add(keyOf(one))
        continue
      }
      const { second, version } = decode(moment, one.value)
      this.#second = Math.max(this.#second, second)
      this.#version = version
      this.#keys.clear()
    }
  }

  /** The row to which all entries of the write log and `more` are moved. Undefined if there are no entries. */
  moved(more: readonly Entry[]): HistoryMove | undefined {
    const index = this.#read()
    const all = [...this.#pending, ...more]
    if (!index || all.length === 0) return undefined
    const last = more.length > 0 ? this.#currentSecond : this.#second
    const value = packRow(all)
    if (value === undefined || value.length > this.#maxBytes) return this.restarted()
    const row: Row = [(index.rows.at(-1)?.[0] ?? 0) + 1, last, value.length]
    const changes = new Map<string, Stored | undefined>([[rowKey(row), value]])
    const rows = [...index.rows, row]
    const { now, historyMs } = this.#room()
    let { since } = index
    let bytes = rows.reduce((sum, [, , size]) => sum + size, 0)
    const oldest = Math.floor((now - historyMs) / 1000)
    while (rows[0]![1] <= oldest || bytes > this.#maxBytes || rows.length > maxRows) {
      const dropped = rows.shift()!
      changes.set(rowKey(dropped), undefined)
      bytes -= dropped[2]
      since = Math.max(since, dropped[1])
    }
    const updated = { since, rows }
    changes.set(indexKey, JSON.stringify(updated))
    return { changes, index: updated }
  }

  /** Call when the changes of a move are written. */
  changed({ index }: HistoryMove): void {
    this.#index = index
    this.#pending = []
    this.#keys.clear()
    this.#second = Math.max(this.#second, index?.rows.at(-1)?.[1] ?? 0)
  }

  /**
   * The world's records at the end of this second. `too-early`: the history does not reach back so far. `too-much`: more
   * has changed since than fits in memory.
   */
  stateAt(ms: number): EarlierState | 'too-early' | 'too-much' {
    const { since } = this
    if (since === undefined || ms < since) return 'too-early'
    const at = Math.floor(ms / 1000)
    const changes = new Map<string, Stored | undefined>()
    let version: number | undefined
    let size = 0
    for (const group of this.#entriesAfter(at)) {
      let isAfter = false
      for (const one of group) {
        if (one.kind === entryKinds.moment) {
          const its = decode(moment, one.value)
          isAfter = its.second > at
          if (isAfter) version ??= its.version
          continue
        }
        const key = keyOf(one)
        // An imported history may hold anything.
        if (!isAfter || changes.has(key) || !isCovered(key)) continue
        const [, value] = recordOf(one)
        changes.set(key, value)
        size += key.length + (value?.length ?? 0)
        if (size > maxStateSize) return 'too-much'
      }
    }
    return { changes, version: version ?? this.#room().recordVersion ?? 0 }
  }

  /**
   * The changes that replace every earlier value, and its key, by what `rewrite` returns. Write them without the
   * history, when the write log is empty, and call `reset` afterwards. Throws if a row would be too long to be read
   * back.
   */
  rewritten(rewrite: RecordRewrite): ReadonlyMap<string, Stored> {
    const index = this.#read()
    const changes = new Map<string, Stored>()
    const rows: Row[] = []
    for (const row of index?.rows ?? []) {
      const before = unpackRow(this.#records.get(rowKey(row)))
      const after = before.flatMap((one) => rewrittenEntry(one, rewrite) ?? [])
      if (after.length === before.length && after.every((one, at) => one === before[at])) {
        rows.push(row)
        continue
      }
      const value = packRow(after)
      if (value === undefined) throw new RangeError('a row of the history would become too long')
      changes.set(rowKey(row), value)
      rows.push([row[0], row[1], value.length])
    }
    if (index && changes.size > 0) changes.set(indexKey, JSON.stringify({ since: index.since, rows }))
    return changes
  }

  /** Forgets what was read, because all records were deleted or replaced. */
  reset(): void {
    this.#isRead = false
    this.#pending = []
    this.#keys.clear()
    this.#second = 0
  }

  /** The current second in the history. It never goes back, even if the clock was set back. */
  get #currentSecond(): number {
    const { now } = this.#room()
    return Math.max(this.#second, this.#read()?.since ?? 0, Math.floor(now / 1000))
  }

  *#entriesAfter(second: number): Iterable<readonly Entry[]> {
    for (const row of this.#read()?.rows ?? []) {
      if (row[1] <= second) continue
      yield unpackRow(this.#records.get(rowKey(row)))
    }
    yield this.#pending
  }

  #read(): Index | undefined {
    if (this.#isRead) return this.#index
    this.#index = readIndex(this.#records)
    this.#second = this.#index?.rows.at(-1)?.[1] ?? 0
    this.#isRead = true
    return this.#index
  }
}

/**
 * The key of a record that is missing or unreadable, or does not belong to the history; undefined if these records hold a
 * readable history, or none. They may be of an imported file.
 */
export function findInvalidHistory(records: Records): string | undefined {
  let checked = indexKey
  try {
    const rows = readIndex(records)?.rows ?? []
    const keys = new Set([indexKey, ...rows.map(rowKey)])
    for (const [key] of records.list(historyPrefix)) if (!keys.has(key)) return key
    for (const row of rows) {
      checked = rowKey(row)
      unpackRow(records.get(checked))
    }
    return undefined
  } catch {
    // A record that cannot be read is invalid.
    return checked
  }
}

/** Throws if the record is not an index. */
function readIndex(records: Records): Index | undefined {
  const stored = records.get(indexKey)
  if (stored === undefined) return undefined
  const { since, rows } = JSON.parse(String(stored)) as { since: unknown; rows: unknown }
  if (!isCount(since) || !Array.isArray(rows) || rows.length > maxRows || !rows.every(isRow))
    throw new TypeError('the list of the history is unreadable')
  return { since, rows }
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0
const isRow = (value: unknown): value is Row =>
  Array.isArray(value) && value.length === 3 && value.every(isCount)

/** Whether the history covers this record: those of the world. */
function isCovered(key: string): boolean {
  return key.startsWith(covered)
}

function deletions({ rows }: Index): Map<string, Stored | undefined> {
  return new Map([[indexKey, undefined], ...rows.map((row) => [rowKey(row), undefined] as const)])
}

/** Compressed, after its length in bytes. Undefined if it is too long to be read back. */
function packRow(all: readonly Entry[]): Uint8Array | undefined {
  const plain = encode(entries, all)
  if (plain.length > maxRowBytes) return undefined
  return concatBytes([encode(BE.u32, plain.length), deflateSync(plain, { level: 1 })])
}

/** Throws if the record is not a row of the history. */
function unpackRow(row: Stored | undefined): readonly Entry[] {
  if (!(row instanceof Uint8Array)) throw new TypeError('a row of the history is missing')
  const length = decode(BE.u32, row.subarray(0, 4))
  if (length > maxRowBytes) throw new TypeError('a row of the history is too long')
  return decode(entries, inflateSync(row.subarray(4), { out: new Uint8Array(length) }))
}

/** Returns the same entry if nothing changes. */
function rewrittenEntry(one: Entry, rewrite: RecordRewrite): Entry | undefined {
  if (one.kind === entryKinds.moment) return one
  const [key, value] = recordOf(one)
  const rewritten = rewrite(key, value)
  if (!rewritten) return undefined
  const [newKey, newValue] = rewritten
  return newKey === key && newValue === value ? one : earlierEntry(newKey, newValue)
}

function rowKey([number]: Row): string {
  return `${historyPrefix}${String(number).padStart(9, '0')}`
}

function momentEntry(second: number, version: number): Entry {
  return { key: new Uint8Array(0), kind: entryKinds.moment, value: encode(moment, { second, version }) }
}
