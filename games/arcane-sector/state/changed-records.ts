// Records that may roll back, written only if they have changed since they were last written or read.
import type { Json, RecordStore } from '../../game.ts'

export class ChangedRecords {
  readonly #store: RecordStore
  /** The stored text of each record, by key. */
  readonly #texts = new Map<string, string>()

  constructor(store: RecordStore) {
    this.#store = store
  }

  /** Call for a record that is stored like this. */
  known(key: string, record: Json): void {
    this.#texts.set(key, JSON.stringify(record))
  }

  put(key: string, record: Json): void {
    const text = JSON.stringify(record)
    if (this.#texts.get(key) === text) return
    this.#texts.set(key, text)
    this.#store.put(key, record)
  }

  delete(key: string): void {
    this.#texts.delete(key)
    this.#store.delete(key)
  }
}
