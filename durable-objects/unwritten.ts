// Records of a world that is only looked at: what it writes is kept back until somebody comes in and says
// something, or more is written.
import { laidOver, type Records, type Stored } from './store.ts'

export class UnwrittenRecords implements Records {
  readonly #records: Records
  /** Undefined: written, and everything since goes straight to the records. */
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

  /** Somebody comes in: what is written from now on is, and what was kept back with the first of it. */
  open(): void {
    this.#open = true
  }

  /** Writes what was kept back, and `changes` with it. */
  writeAll(changes: ReadonlyMap<string, Stored | undefined> = new Map()): void {
    if (!this.#kept) return this.#records.write(changes)
    this.#records.write(new Map([...this.#kept, ...changes]))
    this.#kept = undefined
  }
}
