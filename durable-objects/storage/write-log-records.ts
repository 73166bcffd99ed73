// Batches small writes, many in one row: the platform bills rows, and every 2 s a few bytes are written for each moving
// player.
// Writes are appended to a record of a small ring, and overlay the other records when these are read after a restart.
// When the ring is full, the overlay is rewritten as one record; when that is too large, or nobody is connected, each
// entry is written to its own record. Readers and writers see no difference.
import { decode, encode, type ValueOf } from '../../wire/codec/codec.ts'
import { constant } from '../../wire/codec/fields/derived-fields.ts'
import { bytes, toEnd } from '../../wire/codec/fields/lists.ts'
import { BE, u8 } from '../../wire/codec/fields/numbers.ts'
import { struct } from '../../wire/codec/fields/struct.ts'
import { decodeUtf8, encodeUtf8 } from '../../wire/util/utf8.ts'
import { copyValue, overlay, type Records, type Stored } from './records.ts'

export const writeLogPrefix = 'write-log/'

export interface WriteLogLimits {
  /** Number of records in the ring. */
  readonly logRecords: number
  /** Size limit of a pack in bytes: each write rewrites it whole. */
  readonly maxRecordBytes: number
  /** Bytes of all packs together: they are also in memory, and read at each start. */
  readonly maxTotalBytes: number
}

const defaultLimits: WriteLogLimits = { logRecords: 8, maxRecordBytes: 8192, maxTotalBytes: 500_000 }

const kinds = { deleted: 0, text: 1, bytes: 2 } as const
const entry = struct({ key: bytes(BE.u16), kind: u8, value: bytes(BE.u32) })
const entries = toEnd(entry)
/** `since`: the first valid pack. Earlier ones are in the records, or in a later pack. */
const layout = struct({ format: constant(u8, 1), number: BE.f64, since: BE.f64, entries })

type Changes = ReadonlyMap<string, Stored | undefined>

export class WriteLogRecords implements Records {
  readonly #records: Records
  readonly #limits: WriteLogLimits
  /** The overlay; undefined: not read yet. */
  #overlay: Map<string, Stored | undefined> | undefined
  /** The last pack, as stored. */
  #last: Uint8Array = new Uint8Array(0)
  #number = 0
  #since = 1
  #totalBytes = 0

  constructor(records: Records, packing: WriteLogLimits = defaultLimits) {
    this.#records = records
    this.#limits = packing
  }

  get(key: string): Stored | undefined {
    const over = this.#read()
    return over.has(key) ? copyValue(over.get(key)) : this.#records.get(key)
  }

  *list(prefix: string): Iterable<[key: string, value: Stored]> {
    for (const record of overlay(this.#records.list(prefix), this.#read(), prefix))
      if (!record[0].startsWith(writeLogPrefix)) yield record
  }

  write(changes: Changes): void {
    if (changes.size === 0) return
    const over = this.#read()
    if (sizeOf(changes) > this.#limits.maxTotalBytes) return this.#compact(changes)
    const added = encode(entries, entriesOf(changes))
    const fits = this.#totalBytes + added.length <= this.#limits.maxTotalBytes
    if (fits && this.#logLength > 0 && this.#last.length + added.length <= this.#limits.maxRecordBytes)
      this.#append(added)
    else if (fits && this.#logLength < this.#limits.logRecords)
      this.#startRecord(this.#since, entriesOf(changes))
    else return this.#rewriteLog(changes)
    applyChanges(over, changes)
  }

  /** Writes everything to its own records, readable without this file. */
  compact(): void {
    if (this.#read().size > 0) this.#compact(new Map())
  }

  /** Resets the log after all records were deleted. */
  reset(): void {
    this.#overlay = undefined
    this.#number = 0
    this.#since = 1
  }

  get #logLength(): number {
    return this.#number - this.#since + 1
  }

  #read(): Map<string, Stored | undefined> {
    if (this.#overlay) return this.#overlay
    const stored = Array.from(this.#records.list(writeLogPrefix), ([, value]) => value as Uint8Array)
    const packs = stored.map((value) => ({ value, pack: decode(layout, value) }))
    packs.sort((a, b) => a.pack.number - b.pack.number)
    const last = packs.at(-1)
    this.#last = last?.value ?? this.#last
    this.#number = last?.pack.number ?? 0
    this.#since = last?.pack.since ?? 1
    this.#totalBytes = 0
    const over = new Map<string, Stored | undefined>()
    for (const { value, pack } of packs) {
      if (pack.number < this.#since) continue
      this.#totalBytes += value.length
      for (const one of pack.entries) over.set(decodeUtf8(one.key), storedOf(one))
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

  /** Writes a new pack together with `others`. */
  #startRecord(since: number, entries: readonly Entry[], others: Changes = new Map()): void {
    const number = this.#number + 1
    const pack = encode(layout, { number, since, entries })
    this.#records.write(new Map([...others, [this.#key(number), pack]]))
    this.#totalBytes = (since === this.#since ? this.#totalBytes : 0) + pack.length
    this.#last = pack
    this.#number = number
    this.#since = since
  }

  /** Rewrites the overlay as one pack; at half the limit or more that would happen too often. */
  #rewriteLog(changes: Changes): void {
    const over = applyChanges(new Map(this.#overlay), changes)
    // Drops deletions of keys that have no record.
    for (const [key, value] of over)
      if (value === undefined && this.#records.get(key) === undefined) over.delete(key)
    if (sizeOf(over) > this.#limits.maxTotalBytes / 2) return this.#compact(changes)
    this.#startRecord(this.#number + 1, entriesOf(over))
    this.#overlay = over
  }

  #compact(changes: Changes): void {
    // An empty pack that invalidates all earlier ones costs one row; deleting them would cost one each.
    this.#startRecord(this.#number + 2, [], applyChanges(new Map(this.#overlay), changes))
    this.#overlay = new Map()
  }

  #key(number: number): string {
    return `${writeLogPrefix}${number % this.#limits.logRecords}`
  }
}

type Entry = ValueOf<typeof entry>

/** Applies the changes to the overlay and returns it. */
function applyChanges(
  over: Map<string, Stored | undefined>,
  changes: Changes,
): Map<string, Stored | undefined> {
  for (const [key, value] of changes) over.set(key, copyValue(value))
  return over
}

function entriesOf(changes: Changes): Entry[] {
  return Array.from(changes, ([key, value]) => {
    const kind = value === undefined ? kinds.deleted : typeof value === 'string' ? kinds.text : kinds.bytes
    return {
      key: encodeUtf8(key),
      kind,
      value: typeof value === 'string' ? encodeUtf8(value) : (value ?? noBytes),
    }
  })
}

const noBytes: Uint8Array = new Uint8Array(0)

function storedOf({ kind, value }: Entry): Stored | undefined {
  if (kind === kinds.deleted) return undefined
  return kind === kinds.text ? decodeUtf8(value) : value.slice()
}

function sizeOf(changes: Changes): number {
  let size = 0
  for (const [key, value] of changes) size += key.length + (value?.length ?? 0)
  return size
}
