// A write buffer over the records of a world that is only read: writes are held back until a client connects and sends
// something, or more is written.
import { laidOver, type Records, type Stored } from './store.ts'

export class UnwrittenRecords implements Records {
  readonly #records: Records
  /** Undefined: flushed, and later writes go straight to the records. */
  #kept: Map<string, Stored | undefined> | undefined = new Map()
  #open = false

  constructor(records: Records) {
    this.#records = records
  }

  get(key: string): Stored | undefined {
    return this.#kept?.has(key) ? this.#kept.get(key) : this.#records.get(key)
  }

  list(prefix: string): Iterable<[key: string, value: Stored]> {
    const listed = this.#records.list(prefix)
    return this.#kept ? laidOver(listed, this.#kept, prefix) : listed
  }

  write(changes: ReadonlyMap<string, Stored | undefined>): void {
    if (!this.#kept) return this.#records.write(changes)
    if (this.#open) return this.writeAll(changes)
    for (const [key, value] of changes) this.#kept.set(key, value)
  }

  /** A client connects: the next write is stored, together with those held back. */
  open(): void {
    this.#open = true
  }

  /** Stores the writes held back, and `changes` with them. */
  writeAll(changes: ReadonlyMap<string, Stored | undefined> = new Map()): void {
    if (!this.#kept) return this.#records.write(changes)
    this.#records.write(new Map([...this.#kept, ...changes]))
    this.#kept = undefined
  }
}
