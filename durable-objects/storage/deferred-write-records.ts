// A write buffer over the records of a world that is only read: writes are held back until a client connects and sends
// something, or more is written.
import { overlay, type Records, type Stored } from './records.ts'

export class DeferredWriteRecords implements Records {
  readonly #records: Records
  /** Undefined: the held-back writes are flushed, and later writes go straight to the records. */
  #deferred: Map<string, Stored | undefined> | undefined = new Map()
  #writesThrough = false

  constructor(records: Records) {
    this.#records = records
  }

  get(key: string): Stored | undefined {
    return this.#deferred?.has(key) ? this.#deferred.get(key) : this.#records.get(key)
  }

  list(prefix: string): Iterable<[key: string, value: Stored]> {
    const listed = this.#records.list(prefix)
    return this.#deferred ? overlay(listed, this.#deferred, prefix) : listed
  }

  write(changes: ReadonlyMap<string, Stored | undefined>): void {
    if (!this.#deferred) return this.#records.write(changes)
    if (this.#writesThrough) return this.flush(changes)
    for (const [key, value] of changes) this.#deferred.set(key, value)
  }

  /** Stores the held-back writes together with the next one, because a client has connected. */
  writeThrough(): void {
    this.#writesThrough = true
  }

  /** Stores the writes held back, and `changes` with them. */
  flush(changes: ReadonlyMap<string, Stored | undefined> = new Map()): void {
    if (!this.#deferred) return this.#records.write(changes)
    this.#records.write(new Map([...this.#deferred, ...changes]))
    this.#deferred = undefined
  }
}
