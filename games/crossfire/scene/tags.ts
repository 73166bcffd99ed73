// The numbers of things. Each is given once in the life of a world. [CF-12.4]
import type { Store } from '../../game.ts'

const key = 'tags'
/** Tags are reserved so many at a time, so that not every new thing writes the record. After a restart the rest is skipped. */
const block = 1000

export class Tags {
  readonly #store: Store
  #next: number
  #reserved: number

  constructor(store: Store) {
    this.#store = store
    this.#next = (store.get(key) as number | undefined) ?? 1
    this.#reserved = this.#next
  }

  /** One that nothing has had. */
  next(): number {
    return this.range(1)
  }

  /** The first of `count` in a row. */
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
