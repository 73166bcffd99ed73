import type { Json, RecordStore } from '../../../game.ts'

// lying   number of things in all stored cells, contents included

const thingCountKey = 'lying'
/**
 * [CF-16.13] With this number of things, of at most 1,000 bytes each, and 5,000 characters a room stays below the 10 GB
 * limit of a Durable Object.
 */
export const maxThingsInWorld = 1_000_000

interface CountedRecord {
  readonly inside?: readonly CountedRecord[]
}

export interface CellRecord {
  readonly items: readonly Json[]
  readonly turned?: readonly (readonly [place: number, id: string])[]
  readonly held?: readonly (readonly [place: number, things: readonly Json[]])[]
}

export class CellRecordStore {
  readonly #store: RecordStore
  #thingCount: number | undefined

  constructor(store: RecordStore) {
    this.#store = store
  }

  get isFull(): boolean {
    return this.#count >= maxThingsInWorld
  }

  *list(prefix: string): Iterable<readonly [key: string, record: CellRecord]> {
    for (const [key, record] of this.#store.list(prefix)) yield [key, record as unknown as CellRecord]
  }

  put(key: string, record: CellRecord): void {
    this.#updateCount(key, countRecordThings(record))
    this.#store.put(key, record as unknown as Json)
  }

  delete(prefix: string): void {
    for (const [key] of [...this.#store.list(prefix)]) {
      this.#updateCount(key, 0)
      this.#store.delete(key)
    }
  }

  get #count(): number {
    this.#thingCount ??= Number(this.#store.get(thingCountKey) ?? 0)
    return this.#thingCount
  }

  #updateCount(key: string, after: number): void {
    const record = this.#store.get(key) as unknown as CellRecord | undefined
    const before = record ? countRecordThings(record) : 0
    if (after === before) return
    this.#thingCount = Math.max(0, this.#count + after - before)
    this.#store.put(thingCountKey, this.#thingCount)
  }
}

function countRecordThings({ items, held = [] }: CellRecord): number {
  return [items, ...held.map(([, things]) => things)].reduce((sum, things) => sum + countThings(things), 0)
}

function countThings(things: readonly Json[]): number {
  return (things as readonly CountedRecord[]).reduce((sum, { inside = [] }) => sum + 1 + inside.length, 0)
}
