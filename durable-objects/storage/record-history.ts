// The history contains the values that the room's transactions have overwritten. With these values the room can go back
// to an earlier second. The values are stored in the same row as the transaction (write-log-records.ts), so they cost
// no further row. When the write log is rewritten, the values are moved to compressed rows of their own.
import { deflateSync, inflateSync } from 'fflate'
import { decode, encode } from '../../wire/codec/codec.ts'
import { toEnd } from '../../wire/codec/fields/lists.ts'
import { BE } from '../../wire/codec/fields/numbers.ts'
import { struct } from '../../wire/codec/fields/struct.ts'
import { concatBytes } from '../../wire/util/concat-bytes.ts'
import {
  earlierValueEntry,
  entryCodec,
  entryKinds,
  keyOfEntry,
  type RecordEntry,
  recordOfEntry,
} from './record-entries.ts'
import { decodeRecordValue, type Records, type StoredValue } from './records.ts'

/** Prefix of the history's rows and of the index that lists them. */
export const historyKeyPrefix = 'history/'
const indexKey = `${historyKeyPrefix}index`
/** Prefix of the records that the history covers, which are the world's. */
const covered = 'game/'

/** Limit of all rows together, after compression. */
const defaultMaxBytes = 16 * 1024 * 1024
/** Bytes before compression. A row contains the entries of one transaction and those of the write log. */
const maxRowBytes = 48 * 1024 * 1024
/** Maximum number of entries of one row, because a decoded entry takes much more memory than its bytes. */
export const maxRowEntries = 500_000
const maxRows = 1000
/** Limits of an imported history as a whole, because a small file can contain rows that take minutes to decode. */
const importLimits = { bytes: 1024 * 1024 * 1024, entries: 5_000_000 } as const
/** Maximum size of an earlier state in bytes and UTF-16 units, because all its values are in memory at once. */
const maxStateSize = 32 * 1024 * 1024

export interface HistoryDependencies {
  /** Milliseconds since 1970. */
  readonly now: number
  /** 0: no history is kept. */
  readonly historyMs: number
  readonly recordVersion: number | undefined
}

/** `changes`: the changes that turn the present records into the earlier ones. */
export interface EarlierState {
  readonly changes: ReadonlyMap<string, StoredValue | undefined>
  readonly version: number
}

/** A row of the history; `last`: the second of its latest entry, in seconds since 1970. `bytes`: the row's size. */
type Row = readonly [number: number, last: number, bytes: number]

/** `since`: the first second to which the room can go back. */
interface Index {
  readonly since: number
  readonly rows: readonly Row[]
}

export interface HistoryChange {
  readonly changes: ReadonlyMap<string, StoredValue | undefined>
  /** The index after the change; undefined if no history is kept from now on. */
  readonly index: Index | undefined
}

/**
 * Returns the new key and the new value of a record, or undefined to remove it. `value`: undefined if the record did
 * not exist.
 */
export type RecordRewrite = (
  key: string,
  value: StoredValue | undefined,
) => readonly [key: string, value: StoredValue | undefined] | undefined

const rowEntries = toEnd(entryCodec, maxRowEntries)
const moment = struct({ second: BE.f64, version: BE.u32 })

export class RecordHistory {
  readonly #room: () => HistoryDependencies
  /** The records on the disk, without the write log. */
  readonly #records: Records
  #index: Index | undefined
  #isRead = false
  /** Entries of the history that are in the write log and in no row yet. */
  #pending: RecordEntry[] = []
  /** The second of the latest entry, in seconds since 1970. `#keys`: the keys of the entries of that second. */
  #second = 0
  #version = 0
  readonly #keys = new Set<string>()
  readonly #maxBytes: number

  /** `maxBytes`: above this limit of all rows together, the oldest rows are deleted. */
  constructor(records: Records, surroundings: () => HistoryDependencies, maxBytes = defaultMaxBytes) {
    this.#records = records
    this.#maxBytes = maxBytes
    this.#room = surroundings
  }

  /** Milliseconds since 1970; undefined if no history is kept. */
  get since(): number | undefined {
    const index = this.#read()
    if (!index) return undefined
    const { now, historyMs } = this.#room()
    return Math.max(index.since * 1000, now - historyMs)
  }

  /**
   * Starts or ends the history by the room's setting. The caller stores the returned changes before any other change.
   */
  switched(): HistoryChange | undefined {
    const index = this.#read()
    const isOn = this.#room().historyMs > 0
    if (isOn === (index !== undefined)) return undefined
    return isOn ? this.restarted() : { changes: deletions(index!), index: undefined }
  }

  /** Starts an empty history, as when records are replaced without recording their earlier values. */
  restarted(): HistoryChange {
    const known = this.#read()
    const index: Index = { since: this.#currentSecond, rows: [] }
    // The rows are deleted first, because the index needs their space on a full disk.
    const changes = new Map([...(known ? deletions(known) : []), [indexKey, JSON.stringify(index)] as const])
    return { changes, index }
  }

  /** The entries with the earlier values of these records. `get`: reads the current value of a record. */
  entriesFor(
    changes: ReadonlyMap<string, StoredValue | undefined>,
    get: (key: string) => StoredValue | undefined,
  ): RecordEntry[] {
    if (!this.#read()) return []
    const second = this.#currentSecond
    const version = this.#room().recordVersion ?? 0
    const isSame = this.#pending.length > 0 && second === this.#second && version === this.#version
    const added: RecordEntry[] = []
    for (const key of changes.keys())
      if (isCovered(key) && !(isSame && this.#keys.has(key))) added.push(earlierValueEntry(key, get(key)))
    if (added.length > 0 && !isSame) added.unshift(momentEntry(second, version))
    return added
  }

  /** Call when the entries are in the write log. */
  added(entries: readonly RecordEntry[]): void {
    if (!this.#read()) return
    for (const one of entries) {
      this.#pending.push(one)
      if (one.kind !== entryKinds.moment) {
        this.#keys.add(keyOfEntry(one))
        continue
      }
      const { second, version } = decode(moment, one.value)
      this.#second = Math.max(this.#second, second)
      this.#version = version
      this.#keys.clear()
    }
  }

  /**
   * Moves all entries of the write log, and `more`, to a new row. Restarts the history if the row would be too large.
   * Returns undefined if there are no entries or no history is kept.
   */
  moved(more: readonly RecordEntry[]): HistoryChange | undefined {
    const index = this.#read()
    const all = [...this.#pending, ...more]
    if (!index || all.length === 0) return undefined
    const last = more.length > 0 ? this.#currentSecond : this.#second
    const value = packRow(all)
    if (value === undefined || value.length > this.#maxBytes) return this.restarted()
    const row: Row = [(index.rows.at(-1)?.[0] ?? 0) + 1, last, value.length]
    const changes = new Map<string, StoredValue | undefined>([[rowKey(row), value]])
    const rows = [...index.rows, row]
    const { now, historyMs } = this.#room()
    let { since } = index
    let bytes = rows.reduce((sum, [, , size]) => sum + size, 0)
    const oldest = Math.floor((now - historyMs) / 1000)
    while (rows[0] && (rows[0][1] <= oldest || bytes > this.#maxBytes || rows.length > maxRows)) {
      const dropped = rows.shift()!
      changes.set(rowKey(dropped), undefined)
      bytes -= dropped[2]
      since = Math.max(since, dropped[1])
    }
    const updated = { since, rows }
    changes.set(indexKey, JSON.stringify(updated))
    return { changes, index: updated }
  }

  /** Call when the changes are written. */
  changed({ index }: HistoryChange): void {
    this.#index = index
    this.#pending = []
    this.#keys.clear()
    this.#second = Math.max(this.#second, index?.rows.at(-1)?.[1] ?? 0)
  }

  /**
   * The state at the end of the second that contains `ms`. `too-early`: the history begins later. `too-much`: more has
   * changed since then than fits in memory.
   */
  stateAt(ms: number): EarlierState | 'too-early' | 'too-much' {
    const { since } = this
    if (since === undefined || ms < since) return 'too-early'
    const at = Math.floor(ms / 1000)
    const changes = new Map<string, StoredValue | undefined>()
    let version: number | undefined
    let size = 0
    for (const group of this.#entriesAfter(at)) {
      let isAfter = false
      for (const one of group) {
        if (one.kind === entryKinds.moment) {
          const time = decode(moment, one.value)
          isAfter = time.second > at
          if (isAfter) version ??= time.version
          continue
        }
        const key = keyOfEntry(one)
        // Entries of other records, which an imported history may contain, are ignored.
        if (!isAfter || changes.has(key) || !isCovered(key)) continue
        const [, value] = recordOfEntry(one)
        changes.set(key, value)
        size += key.length + (value?.length ?? 0)
        if (size > maxStateSize) return 'too-much'
      }
    }
    return { changes, version: version ?? this.#room().recordVersion ?? 0 }
  }

  /**
   * Returns the changes that replace the key and the value of every entry. The caller empties the write log, writes the
   * changes directly to the disk, and then calls `reset`. Throws if a row would become too long.
   */
  rewritten(rewrite: RecordRewrite): ReadonlyMap<string, StoredValue> {
    const index = this.#read()
    const changes = new Map<string, StoredValue>()
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

  /** Call when all records were deleted or replaced. */
  reset(): void {
    this.#isRead = false
    this.#pending = []
    this.#keys.clear()
    this.#second = 0
  }

  /** Seconds since 1970. Never goes back, even if the clock was set back. */
  get #currentSecond(): number {
    const { now } = this.#room()
    return Math.max(this.#second, this.#read()?.since ?? 0, Math.floor(now / 1000))
  }

  *#entriesAfter(second: number): Iterable<readonly RecordEntry[]> {
    for (const row of this.#read()?.rows ?? [])
      if (row[1] > second) yield unpackRow(this.#records.get(rowKey(row)))
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
 * Checks an imported file. Returns the key of a record that is missing, unreadable or not listed in the index;
 * undefined if the history is valid or there is none.
 */
export function findInvalidHistory(
  records: Records,
  limits: { readonly bytes: number; readonly entries: number } = importLimits,
): string | undefined {
  let checked = indexKey
  let [bytes, count] = [0, 0]
  try {
    const rows = readIndex(records)?.rows ?? []
    const keys = new Set([indexKey, ...rows.map(rowKey)])
    for (const [key] of records.list(historyKeyPrefix)) if (!keys.has(key)) return key
    for (const row of rows) {
      checked = rowKey(row)
      const unpacked = unpackRow(records.get(checked))
      count += unpacked.length
      for (const one of unpacked) {
        if (one.kind === entryKinds.moment && !isCount(decode(moment, one.value).second)) return checked
        if (one.kind !== entryKinds.moment) decodeRecordValue(recordOfEntry(one)[1] ?? '{}')
        bytes += one.key.length + one.value.length
      }
      if (bytes > limits.bytes || count > limits.entries) return checked
    }
    return undefined
  } catch {
    // A record of the history that cannot be read makes the file invalid.
    return checked
  }
}

/** Reads the index of the history; undefined if there is none. Throws if the index is malformed. */
function readIndex(records: Records): Index | undefined {
  const stored = records.get(indexKey)
  if (stored === undefined) return undefined
  const { since, rows } = JSON.parse(String(stored)) as { since: unknown; rows: unknown }
  if (!isCount(since) || !Array.isArray(rows) || rows.length > maxRows || !rows.every(isRow))
    throw new TypeError('the list of the history is unreadable')
  return { since, rows }
}

/** The numbers in the index are at most the seconds from 1970 to the latest possible Date. */
const isCount = (value: unknown): value is number =>
  Number.isSafeInteger(value) && Number(value) >= 0 && Number(value) <= 8.64e12
const isRow = (value: unknown): value is Row =>
  Array.isArray(value) && value.length === 3 && value.every(isCount)

function isCovered(key: string): boolean {
  return key.startsWith(covered)
}

function deletions({ rows }: Index): Map<string, StoredValue | undefined> {
  return new Map([...rows.map((row) => [rowKey(row), undefined] as const), [indexKey, undefined]])
}

/**
 * Packs entries into a row: their length in bytes, then the compressed entries. Undefined if the entries exceed
 * `maxRowBytes` or `maxRowEntries`.
 */
function packRow(all: readonly RecordEntry[]): Uint8Array | undefined {
  if (all.length > maxRowEntries) return undefined
  const plain = encode(rowEntries, all)
  if (plain.length > maxRowBytes) return undefined
  return concatBytes([encode(BE.u32, plain.length), deflateSync(plain, { level: 1 })])
}

/** The entries of a row; throws if the record is missing or not a row of the history. */
function unpackRow(row: StoredValue | undefined): readonly RecordEntry[] {
  if (!(row instanceof Uint8Array)) throw new TypeError('a row of the history is missing')
  const length = decode(BE.u32, row.subarray(0, 4))
  if (length > maxRowBytes) throw new TypeError('a row of the history is too long')
  return decode(rowEntries, inflateSync(row.subarray(4), { out: new Uint8Array(length) }))
}

/** Returns `one` itself if nothing changes, and undefined to remove the entry. */
function rewrittenEntry(one: RecordEntry, rewrite: RecordRewrite): RecordEntry | undefined {
  if (one.kind === entryKinds.moment) return one
  const [key, value] = recordOfEntry(one)
  const rewritten = rewrite(key, value)
  if (!rewritten) return undefined
  const [newKey, newValue] = rewritten
  return newKey === key && newValue === value ? one : earlierValueEntry(newKey, newValue)
}

function rowKey([number]: Row): string {
  return `${historyKeyPrefix}${String(number).padStart(9, '0')}`
}

function momentEntry(second: number, version: number): RecordEntry {
  return { key: new Uint8Array(0), kind: entryKinds.moment, value: encode(moment, { second, version }) }
}
