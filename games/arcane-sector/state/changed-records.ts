// Stores records that may roll back. A record is written only if it differs from the stored one.
import type { Json, RecordStore } from '../../game.ts'

export class ChangedRecords {
  readonly #store: RecordStore
  /** JSON texts of the stored records. */
  readonly #texts = new Map<string, string>()

  constructor(store: RecordStore) {
    this.#store = store
  }

  /** Call for each record that was read from the store. */
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
