// Records of a world that is only looked at: what it writes is kept back until somebody comes in.
import { laidOver, type Records, type Stored } from './store.ts'

export class UnwrittenRecords implements Records {
  readonly #records: Records
  /** Undefined: written, and everything since goes straight to the records. */
  #kept: Map<string, Stored | undefined> | undefined = new Map()

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
    for (const [key, value] of changes) this.#kept.set(key, value)
  }

  /** Writes what was kept back, and `changes` with it. */
  writeAll(changes: ReadonlyMap<string, Stored | undefined>): void {
    this.#records.write(new Map([...(this.#kept ?? []), ...changes]))
    this.#kept = undefined
  }
}
