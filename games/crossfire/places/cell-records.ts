// The records of the cells of all maps, and how many things lie in them: with so many a world takes no more. [CF-16.13]
import type { Json, RecordStore } from '../../game.ts'

// lying   how many things lie in the cells of all maps that have a record, with what is in them

const lyingKey = 'lying'
/** [CF-16.13] Of some 1,000 bytes each at most: with 5,000 characters a room stays under the 10 GB that an object may have. */
export const mostLying = 1_000_000

/** A thing's record, as far as it is counted. */
interface Counted {
  readonly inside?: readonly Counted[]
}

export interface CellRecord {
  readonly items: readonly Json[]
  readonly turned?: readonly (readonly [place: number, id: string])[]
  readonly held?: readonly (readonly [place: number, things: readonly Json[]])[]
}

export class CellRecords {
  readonly #store: RecordStore
  #lying: number | undefined

  constructor(store: RecordStore) {
    this.#store = store
  }

  /** No more can lie about. */
  get isFull(): boolean {
    return this.#count >= mostLying
  }

  /** Those whose keys begin so. */
  *list(prefix: string): Iterable<readonly [key: string, record: CellRecord]> {
    for (const [key, record] of this.#store.list(prefix)) yield [key, record as unknown as CellRecord]
  }

  put(key: string, record: CellRecord): void {
    this.#replaced(key, thingsIn(record))
    this.#store.put(key, record as unknown as Json)
  }

  /** Those whose keys begin so. */
  delete(prefix: string): void {
    for (const [key] of [...this.#store.list(prefix)]) {
      this.#replaced(key, 0)
      this.#store.delete(key)
    }
  }

  get #count(): number {
    this.#lying ??= Number(this.#store.get(lyingKey) ?? 0)
    return this.#lying
  }

  #replaced(key: string, after: number): void {
    const record = this.#store.get(key) as unknown as CellRecord | undefined
    const before = record ? thingsIn(record) : 0
    if (after === before) return
    // What lay there before anything was counted is not in the count.
    this.#lying = Math.max(0, this.#count + after - before)
    this.#store.put(lyingKey, this.#lying)
  }
}

function thingsIn({ items, held = [] }: CellRecord): number {
  return [items, ...held.map(([, things]) => things)].reduce((sum, things) => sum + counted(things), 0)
}

function counted(things: readonly Json[]): number {
  return (things as readonly Counted[]).reduce((sum, { inside = [] }) => sum + 1 + inside.length, 0)
}
