// A ring of the latest lines of one kind, stored as records of a few lines each, so that one more line rewrites few
// bytes. Records: `PREFIX` and the place in the ring.
import type { Json, RecordStore } from '../../game.ts'
import type { MessagePart, MessageType } from './messages.ts'

/** One text, with ids that clients resolve to names. */
export interface FeedEvent {
  /** Increases for as long as the room exists, in all rings together. */
  readonly n: number
  /** Milliseconds since 1970. */
  readonly at: number
  /** Some texts have no type. */
  readonly type?: MessageType
  /** The acting slot, where the parts do not name it. */
  readonly slot?: number
  readonly data: readonly MessagePart[]
}

/** Lines per record, and records in the ring. */
const eventsPerRecord = 12
const maxRecords = 32
const maxEvents = eventsPerRecord * maxRecords

/** The lines of one record. `first`: the ordinal of its first line in this ring. */
interface StoredChunk {
  readonly first: number
  readonly lines: readonly FeedEvent[]
}

export class EventRing {
  readonly #store: RecordStore
  readonly #prefix: string
  /** Undefined if not read yet. */
  #lines: FeedEvent[] | undefined
  /** Ordinal of the first of `#lines`. */
  #first = 0
  /** Ordinal of the first line that is not stored. */
  #firstUnstored = 0

  constructor(store: RecordStore, prefix: string) {
    this.#store = store
    this.#prefix = prefix
  }

  /** Oldest first. */
  get events(): readonly FeedEvent[] {
    return this.#read().slice(-maxEvents)
  }

  get latest(): FeedEvent | undefined {
    return this.#read().at(-1)
  }

  get hasUnsavedEvents(): boolean {
    return this.#lines !== undefined && this.#firstUnstored < this.#first + this.#lines.length
  }

  add(event: FeedEvent): void {
    const lines = this.#read()
    lines.push(event)
    if (lines.length <= 2 * maxEvents) return
    const dropped = lines.length - maxEvents
    lines.splice(0, dropped)
    this.#first += dropped
  }

  store(): void {
    if (!this.hasUnsavedEvents) return
    const lines = this.#read()
    const end = this.#first + lines.length
    const oldest = Math.max(this.#firstUnstored, end - maxEvents)
    for (let nth = Math.floor(oldest / eventsPerRecord); nth * eventsPerRecord < end; nth++) {
      const first = Math.max(nth * eventsPerRecord, this.#first)
      const after = (nth + 1) * eventsPerRecord
      const chunk: StoredChunk = { first, lines: lines.slice(first - this.#first, after - this.#first) }
      this.#store.put(this.#prefix + (nth % maxRecords), chunk as unknown as Json)
    }
    this.#firstUnstored = end
  }

  #read(): FeedEvent[] {
    if (this.#lines) return this.#lines
    const chunks = Array.from(this.#store.list(this.#prefix), ([, value]) => value as unknown as StoredChunk)
    chunks.sort((a, b) => a.first - b.first)
    this.#lines = chunks.flatMap(({ lines }) => lines)
    this.#first = chunks[0]?.first ?? 0
    this.#firstUnstored = this.#first + this.#lines.length
    return this.#lines
  }
}
