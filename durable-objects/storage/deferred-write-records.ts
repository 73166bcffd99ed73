// A buffer for a world that is opened only to be read. The buffered writes are stored when a client connects and sends
// a frame, or when a transaction writes more.
import { copyValue, overlayChanges, type Records, type StoredValue } from './records.ts'

export class DeferredWriteRecords implements Records {
  readonly #records: Records
  /** The writes that are not stored yet. Undefined once they are stored: further writes are then stored immediately. */
  #deferred: Map<string, StoredValue | undefined> | undefined = new Map()
  #writesThrough = false

  constructor(records: Records) {
    this.#records = records
  }

  get(key: string): StoredValue | undefined {
    return this.#deferred?.has(key) ? copyValue(this.#deferred.get(key)) : this.#records.get(key)
  }

  list(prefix: string): Iterable<[key: string, value: StoredValue]> {
    const listed = this.#records.list(prefix)
    return this.#deferred ? overlayChanges(listed, this.#deferred, prefix) : listed
  }

  write(changes: ReadonlyMap<string, StoredValue | undefined>): void {
    if (!this.#deferred) return this.#records.write(changes)
    if (this.#writesThrough) return this.flush(changes)
    for (const [key, value] of changes) this.#deferred.set(key, copyValue(value))
  }

  /** Call when a client has connected: the next write then stores the buffered writes too. */
  writeThrough(): void {
    this.#writesThrough = true
  }

  flush(changes: ReadonlyMap<string, StoredValue | undefined> = new Map()): void {
    if (!this.#deferred) return this.#records.write(changes)
    this.#records.write(new Map([...this.#deferred, ...changes]))
    this.#deferred = undefined
  }
}
