// A write log that batches small writes in one row: the platform bills rows, and every 2 s a few bytes are written for
// each moving player. Writes are appended to a record of a small ring. After a restart these writes overlay the other
// records. When the ring is full, the overlay is rewritten as one record. If this record would be too large, or if no
// client is connected, each entry is written to its own record instead. Readers and writers see no difference.
import { decode, encode } from '../../wire/codec/codec.ts'
import { constant } from '../../wire/codec/fields/derived-fields.ts'
import { BE, u8 } from '../../wire/codec/fields/numbers.ts'
import { struct } from '../../wire/codec/fields/struct.ts'
import {
  entriesCodec,
  entryOfChange,
  isHistoryEntry,
  type RecordEntry,
  recordOfEntry,
} from './record-entries.ts'
import type { HistoryChange, RecordHistory } from './record-history.ts'
import { copyValue, overlayChanges, type Records, type StoredValue } from './records.ts'

export const writeLogKeyPrefix = 'write-log/'

export interface WriteLogLimits {
  readonly logRecords: number
  /** Maximum bytes of a record of the ring, which each write rewrites whole. */
  readonly maxRecordBytes: number
  /** Maximum bytes of all records of the ring, which are also in memory, and are read at each start. */
  readonly maxTotalBytes: number
}

const defaultLimits: WriteLogLimits = { logRecords: 8, maxRecordBytes: 8192, maxTotalBytes: 500_000 }

/**
 * `number`: how many records were ever added to the ring. `since`: the number of the first valid record. The entries of
 * earlier records of the ring have been copied to other records.
 */
const layout = struct({ format: constant(u8, 1), number: BE.f64, since: BE.f64, entries: entriesCodec })

type Changes = ReadonlyMap<string, StoredValue | undefined>

export class WriteLogRecords implements Records {
  readonly #records: Records
  readonly #history: RecordHistory | undefined
  readonly #limits: WriteLogLimits
  /** Values of the write log, which overlay the other records; undefined if not read yet. */
  #overlay: Map<string, StoredValue | undefined> | undefined
  /** The last record of the ring, encoded. */
  #last: Uint8Array = new Uint8Array(0)
  #number = 0
  #since = 1
  #totalBytes = 0

  /** `history`: absent if these records have none. */
  constructor(records: Records, history?: RecordHistory, limits: WriteLogLimits = defaultLimits) {
    this.#records = records
    this.#history = history
    this.#limits = limits
  }

  get(key: string): StoredValue | undefined {
    const over = this.#read()
    return over.has(key) ? copyValue(over.get(key)) : this.#records.get(key)
  }

  *list(prefix: string): Iterable<[key: string, value: StoredValue]> {
    for (const record of overlayChanges(this.#records.list(prefix), this.#read(), prefix))
      if (!record[0].startsWith(writeLogKeyPrefix)) yield record
  }

  write(changes: Changes): void {
    if (changes.size === 0) return
    const over = this.#read()
    this.switchHistory()
    const earlier = this.#history?.entriesFor(changes, (key) => this.get(key)) ?? []
    if (sizeOf(changes) > this.#limits.maxTotalBytes) return this.#compact(changes, earlier)
    const written = [...entriesOf(changes), ...earlier]
    const added = encode(entriesCodec, written)
    const fits = this.#totalBytes + added.length <= this.#limits.maxTotalBytes
    if (fits && this.#logLength > 0 && this.#last.length + added.length <= this.#limits.maxRecordBytes)
      this.#append(added)
    else if (fits && this.#logLength < this.#limits.logRecords) this.#startRecord(this.#since, written)
    else return this.#rewriteLog(changes, earlier)
    this.#history?.added(earlier)
    applyChanges(over, changes)
  }

  /** Starts or ends the history by the room's setting. If it is not called, the next write does so. */
  switchHistory(): void {
    this.#move(this.#history?.switched())
  }

  /** Call before records are replaced without recording their earlier values: starts an empty history. */
  restartHistory(): void {
    if (this.#history?.since !== undefined) this.#move(this.#history.restarted())
  }

  /** Writes each entry to its own record; the log is then empty. */
  compact(): void {
    if (this.#read().size > 0) this.#compact(new Map(), [])
  }

  reset(): void {
    this.#history?.reset()
    this.#overlay = undefined
    this.#number = 0
    this.#since = 1
  }

  get #logLength(): number {
    return this.#number - this.#since + 1
  }

  #read(): Map<string, StoredValue | undefined> {
    if (this.#overlay) return this.#overlay
    const stored = Array.from(this.#records.list(writeLogKeyPrefix), ([, value]) => value as Uint8Array)
    const records = stored.map((value) => ({ value, record: decode(layout, value) }))
    records.sort((a, b) => a.record.number - b.record.number)
    const last = records.at(-1)
    this.#last = last?.value ?? this.#last
    this.#number = last?.record.number ?? 0
    this.#since = last?.record.since ?? 1
    this.#totalBytes = 0
    const over = new Map<string, StoredValue | undefined>()
    for (const { value, record } of records) {
      if (record.number < this.#since) continue
      this.#totalBytes += value.length
      for (const one of record.entries) if (!isHistoryEntry(one)) over.set(...recordOfEntry(one))
      this.#history?.added(record.entries.filter(isHistoryEntry))
    }
    this.#overlay = over
    return over
  }

  #append(added: Uint8Array): void {
    const longer = new Uint8Array(this.#last.length + added.length)
    longer.set(this.#last)
    longer.set(added, this.#last.length)
    this.#records.write(new Map([[this.#key(this.#number), longer]]))
    this.#last = longer
    this.#totalBytes += added.length
  }

  #startRecord(since: number, entries: readonly RecordEntry[], others: Changes = new Map()): void {
    const number = this.#number + 1
    const record = encode(layout, { number, since, entries })
    this.#records.write(new Map([...others, [this.#key(number), record]]))
    this.#totalBytes = (since === this.#since ? this.#totalBytes : 0) + record.length
    this.#last = record
    this.#number = number
    this.#since = since
  }

  /**
   * Writes the overlay as one record of the ring. If the overlay exceeds half the limit, the log would soon be full
   * again, so each entry is written to its own record instead.
   */
  #rewriteLog(changes: Changes, earlier: readonly RecordEntry[]): void {
    const over = applyChanges(new Map(this.#overlay), changes)
    // A deletion is dropped if its key has no record.
    for (const [key, value] of over)
      if (value === undefined && this.#records.get(key) === undefined) over.delete(key)
    if (sizeOf(over) > this.#limits.maxTotalBytes / 2) return this.#compact(changes, earlier)
    const move = this.#history?.moved(earlier)
    this.#startRecord(this.#number + 1, entriesOf(over), move?.changes)
    if (move) this.#history?.changed(move)
    this.#overlay = over
  }

  #compact(changes: Changes, earlier: readonly RecordEntry[]): void {
    const move = this.#history?.moved(earlier)
    const all = applyChanges(new Map([...this.#overlay!, ...(move?.changes ?? [])]), changes)
    // An empty record invalidates all earlier records of the ring and costs one row. Deleting them would cost a row
    // each.
    this.#startRecord(this.#number + 2, [], all)
    if (move) this.#history?.changed(move)
    this.#overlay = new Map()
  }

  #move(move: HistoryChange | undefined): void {
    if (!move) return
    this.#records.write(move.changes)
    this.#history?.changed(move)
  }

  #key(number: number): string {
    return `${writeLogKeyPrefix}${number % this.#limits.logRecords}`
  }
}

function applyChanges(
  over: Map<string, StoredValue | undefined>,
  changes: Changes,
): Map<string, StoredValue | undefined> {
  for (const [key, value] of changes) over.set(key, copyValue(value))
  return over
}

function entriesOf(changes: Changes): RecordEntry[] {
  return Array.from(changes, ([key, value]) => entryOfChange(key, value))
}

function sizeOf(changes: Changes): number {
  let size = 0
  for (const [key, value] of changes) size += key.length + (value?.length ?? 0)
  return size
}
