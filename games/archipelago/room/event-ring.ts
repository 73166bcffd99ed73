// A ring of the latest messages of one kind. A ring consists of several records. A record's key is `PREFIX` followed by
// the record's number in the ring.
import type { Json, RecordStore } from '../../game.ts'
import { RecordRing, type RingChunk } from '../../shared/record-ring.ts'
import type { MessagePart, MessageType } from './messages.ts'

/** A message to everybody, with ids that readers replace by names. */
export interface FeedEvent {
  /** All rings of a room share one sequence of numbers. */
  readonly n: number
  /** Milliseconds since 1970. */
  readonly at: number
  /** The `type` of the PrintJSON. Undefined for texts without a type. */
  readonly type?: MessageType
  /** The slot that caused the message, if the message has a field `slot`. */
  readonly slot?: number
  readonly data: readonly MessagePart[]
}

/** The ring has one record more than `maxEvents` needs, because a new record replaces the oldest record. */
const maxEvents = 384
const size = { linesPerRecord: 12, records: 33 } as const

export class EventRing {
  readonly #store: RecordStore
  readonly #prefix: string
  /** Undefined until the records are read. */
  #ring: RecordRing<FeedEvent> | undefined

  constructor(store: RecordStore, prefix: string) {
    this.#store = store
    this.#prefix = prefix
  }

  /** Oldest first. */
  get events(): readonly FeedEvent[] {
    return this.#read().lines.slice(-maxEvents)
  }

  get latest(): FeedEvent | undefined {
    return this.#read().lines.at(-1)
  }

  get hasUnsavedEvents(): boolean {
    return this.#ring?.hasUnwritten ?? false
  }

  add(event: FeedEvent): void {
    this.#read().add(event)
  }

  store(): void {
    if (!this.#ring) return
    for (const [place, chunk] of this.#ring.unwritten())
      this.#store.put(this.#prefix + place, chunk as unknown as Json)
    this.#ring.written()
  }

  #read(): RecordRing<FeedEvent> {
    this.#ring ??= new RecordRing(
      Array.from(this.#store.list(this.#prefix), ([, value]) => value as unknown as RingChunk<FeedEvent>),
      size,
    )
    return this.#ring
  }
}
