// Batches small writes, many in one row: the platform bills rows, and every 2 s a few bytes are written for each moving
// player.
// Writes are appended to a record of a small ring, and overlay the other records when these are read after a restart.
// When the ring is full, the overlay is rewritten as one record; when that is too large, or nobody is connected, each
// entry is written to its own record. Readers and writers see no difference.
import { decode, encode, type ValueOf } from '../wire/codec.ts'
import { constant } from '../wire/hidden.ts'
import { bytes, toEnd } from '../wire/lists.ts'
import { BE, u8 } from '../wire/numbers.ts'
import { struct } from '../wire/struct.ts'
import { decodeUtf8, encodeUtf8 } from '../wire/utf8.ts'
import { copied, laidOver, type Records, type Stored } from './store.ts'

export const packedPrefix = 'packed/'

export interface Packing {
  /** Number of records in the ring. */
  readonly ring: number
  /** Size limit of a pack in bytes: each write rewrites it whole. */
  readonly packBytes: number
  /** Bytes of all packs together: they are also in memory, and read at each start. */
  readonly mostBytes: number
}

const usual: Packing = { ring: 8, packBytes: 8192, mostBytes: 500_000 }

const kinds = { deleted: 0, text: 1, bytes: 2 } as const
const entry = struct({ key: bytes(BE.u16), kind: u8, value: bytes(BE.u32) })
const entries = toEnd(entry)
/** `since`: the first valid pack. Earlier ones are in the records, or in a later pack. */
const layout = struct({ format: constant(u8, 1), number: BE.f64, since: BE.f64, entries })

type Changes = ReadonlyMap<string, Stored | undefined>

export class PackedRecords implements Records {
  readonly #records: Records
  readonly #packing: Packing
  /** The overlay; undefined: not read yet. */
  #over: Map<string, Stored | undefined> | undefined
  /** The last pack, as stored. */
  #last: Uint8Array = new Uint8Array(0)
  #number = 0
  #since = 1
  #packedBytes = 0

  constructor(records: Records, packing: Packing = usual) {
    this.#records = records
    this.#packing = packing
  }

  get(key: string): Stored | undefined {
    const over = this.#read()
    return over.has(key) ? copied(over.get(key)) : this.#records.get(key)
  }

  *list(prefix: string): Iterable<[key: string, value: Stored]> {
    for (const record of laidOver(this.#records.list(prefix), this.#read(), prefix))
      if (!record[0].startsWith(packedPrefix)) yield record
  }

  write(changes: Changes): void {
    if (changes.size === 0) return
    const over = this.#read()
    if (sizeOf(changes) > this.#packing.mostBytes) return this.#unpack(changes)
    const added = encode(entries, entriesOf(changes))
    const fits = this.#packedBytes + added.length <= this.#packing.mostBytes
    if (fits && this.#packs > 0 && this.#last.length + added.length <= this.#packing.packBytes)
      this.#append(added)
    else if (fits && this.#packs < this.#packing.ring) this.#begin(this.#since, entriesOf(changes))
    else return this.#packAnew(changes)
    lay(over, changes)
  }

  /** Writes everything to its own records, readable without this file. */
  unpack(): void {
    if (this.#read().size > 0) this.#unpack(new Map())
  }

  /** All records were deleted. */
  forget(): void {
    this.#over = undefined
    this.#number = 0
    this.#since = 1
  }

  get #packs(): number {
    return this.#number - this.#since + 1
  }

  #read(): Map<string, Stored | undefined> {
    if (this.#over) return this.#over
    const stored = Array.from(this.#records.list(packedPrefix), ([, value]) => value as Uint8Array)
    const packs = stored.map((value) => ({ value, pack: decode(layout, value) }))
    packs.sort((a, b) => a.pack.number - b.pack.number)
    const last = packs.at(-1)
    this.#last = last?.value ?? this.#last
    this.#number = last?.pack.number ?? 0
    this.#since = last?.pack.since ?? 1
    this.#packedBytes = 0
    const over = new Map<string, Stored | undefined>()
    for (const { value, pack } of packs) {
      if (pack.number < this.#since) continue
      this.#packedBytes += value.length
      for (const one of pack.entries) over.set(decodeUtf8(one.key), storedOf(one))
    }
    this.#over = over
    return over
  }

  #append(added: Uint8Array): void {
    const longer = new Uint8Array(this.#last.length + added.length)
    longer.set(this.#last)
    longer.set(added, this.#last.length)
    this.#records.write(new Map([[this.#key(this.#number), longer]]))
    this.#last = longer
    this.#packedBytes += added.length
  }

  /** Writes a new pack together with `others`. */
  #begin(since: number, entries: readonly Entry[], others: Changes = new Map()): void {
    const number = this.#number + 1
    const pack = encode(layout, { number, since, entries })
    this.#records.write(new Map([...others, [this.#key(number), pack]]))
    this.#packedBytes = (since === this.#since ? this.#packedBytes : 0) + pack.length
    this.#last = pack
    this.#number = number
    this.#since = since
  }

  /** Rewrites the overlay as one pack; at half the limit or more that would happen too often. */
  #packAnew(changes: Changes): void {
    const over = lay(new Map(this.#over), changes)
    // Drops deletions of keys that have no record.
    for (const [key, value] of over)
      if (value === undefined && this.#records.get(key) === undefined) over.delete(key)
    if (sizeOf(over) > this.#packing.mostBytes / 2) return this.#unpack(changes)
    this.#begin(this.#number + 1, entriesOf(over))
    this.#over = over
  }

  #unpack(changes: Changes): void {
    // An empty pack that invalidates all earlier ones costs one row; deleting them would cost one each.
    this.#begin(this.#number + 2, [], lay(new Map(this.#over), changes))
    this.#over = new Map()
  }

  #key(number: number): string {
    return `${packedPrefix}${number % this.#packing.ring}`
  }
}

type Entry = ValueOf<typeof entry>

/** Applies the changes to the overlay and returns it. */
function lay(over: Map<string, Stored | undefined>, changes: Changes): Map<string, Stored | undefined> {
  for (const [key, value] of changes) over.set(key, copied(value))
  return over
}

function entriesOf(changes: Changes): Entry[] {
  return Array.from(changes, ([key, value]) => {
    const kind = value === undefined ? kinds.deleted : typeof value === 'string' ? kinds.text : kinds.bytes
    return {
      key: encodeUtf8(key),
      kind,
      value: typeof value === 'string' ? encodeUtf8(value) : (value ?? none),
    }
  })
}

const none: Uint8Array = new Uint8Array(0)

function storedOf({ kind, value }: Entry): Stored | undefined {
  if (kind === kinds.deleted) return undefined
  return kind === kinds.text ? decodeUtf8(value) : value.slice()
}

function sizeOf(changes: Changes): number {
  let size = 0
  for (const [key, value] of changes) size += key.length + (value?.length ?? 0)
  return size
}
