// Allocates tags, the numbers of things. A tag is never reused in a world. [CF-12.4]
import type { RecordStore } from '../../game.ts'

const key = 'tags'
/** Tags are reserved in blocks, so that few things write the record. A restart skips the rest of a block. */
const block = 1000

export class Tags {
  readonly #store: RecordStore
  #next: number
  #reserved: number

  constructor(store: RecordStore) {
    this.#store = store
    this.#next = (store.get(key) as number | undefined) ?? 1
    this.#reserved = this.#next
  }

  /** A new tag. */
  next(): number {
    return this.range(1)
  }

  /** The first of `count` consecutive tags. */
  range(count: number): number {
    const first = this.#next
    this.#next += count
    if (this.#next > this.#reserved) {
      this.#reserved = this.#next + block
      this.#store.put(key, this.#reserved)
    }
    return first
  }
}
