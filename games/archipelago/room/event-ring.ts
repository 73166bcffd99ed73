// A ring of the latest lines of one kind. Records: `PREFIX` and the place in the ring.
import type { Json, RecordStore } from '../../game.ts'
import { RecordRing, type RingChunk } from '../../shared/record-ring.ts'
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

/** Lines that can be read. One record more is stored, so that they are complete. */
const maxEvents = 384
const size = { linesPerRecord: 12, records: 33 } as const

export class EventRing {
  readonly #store: RecordStore
  readonly #prefix: string
  /** Undefined if not read yet. */
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
