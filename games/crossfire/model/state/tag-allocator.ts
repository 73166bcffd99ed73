// Tags of things are never reused in a world. [CF-12.4]
import type { RecordStore } from '../../../game.ts'

const recordKey = 'tags'
/**
 * Tags are reserved in blocks, so that the record is written once per block. A restart skips the unused tags of a
 * block.
 */
const blockSize = 1000

export class TagAllocator {
  readonly #store: RecordStore
  #next: number
  #reserved: number

  constructor(store: RecordStore) {
    this.#store = store
    this.#next = (store.get(recordKey) as number | undefined) ?? 1
    this.#reserved = this.#next
  }

  allocate(): number {
    return this.allocateRange(1)
  }

  /** Returns the first of `count` consecutive tags. */
  allocateRange(count: number): number {
    const first = this.#next
    this.#next += count
    if (this.#next > this.#reserved) {
      this.#reserved = this.#next + blockSize
      this.#store.put(recordKey, this.#reserved)
    }
    return first
  }
}
