// The latest messages to everybody, for the room's page and overlays. The state adds to it, endpoints read it. Records:
// `feed/PLACE`, a ring of a few lines each, so that one more line rewrites few bytes.
import type { Json, RecordStore } from '../../game.ts'
import type { Message, MessagePart, MessageType } from './messages.ts'

/** One text, with ids that clients resolve to names. */
export interface FeedEvent {
  /** Increases for as long as the room exists. */
  readonly n: number
  /** Milliseconds since 1970. */
  readonly at: number
  /** Some texts have no type. */
  readonly type?: MessageType
  /** The acting slot, where the parts do not name it. */
  readonly slot?: number
  readonly data: readonly MessagePart[]
}

/** Characters kept of each part. */
const maxTextLength = 300
/** Lines per record, and records in the ring. */
const eventsPerRecord = 12
const maxRecords = 32
const maxEvents = eventsPerRecord * maxRecords
const prefix = 'feed/'
/** Batches the lines of rapid checks: encoding some of them again with each check took a third of its cost. */
const minStoreIntervalMs = 500

/** [AP-9.14] The room's latest events. Chat, joins and parts are stored with the next check, or when the world is saved. */
export class EventFeed {
  readonly #store: RecordStore
  /** Undefined if not read yet. */
  #events: FeedEvent[] | undefined
  /** `n` of the first line that is not stored; undefined: all are stored. */
  #firstUnstored: number | undefined
  #storedAt = Number.NEGATIVE_INFINITY

  constructor(store: RecordStore) {
    this.#store = store
  }

  /** Oldest first. */
  get events(): readonly FeedEvent[] {
    return this.#read().slice(-maxEvents)
  }

  get hasUnsavedEvents(): boolean {
    return this.#firstUnstored !== undefined
  }

  add(messages: readonly Message[], now: number): void {
    const lines = this.#read()
    let n = (lines.at(-1)?.n ?? -1) + 1
    this.#firstUnstored ??= n
    for (const message of messages) lines.push(toFeedEvent(message, n++, now))
    if (lines.length > 2 * maxEvents) lines.splice(0, lines.length - maxEvents)
  }

  /** For transactions that write anyway: stores the lines, unless that just happened. */
  storeIfDue(now: number): void {
    if (Math.abs(now - this.#storedAt) < minStoreIntervalMs) return
    this.#storedAt = now
    this.store()
  }

  store(): void {
    if (this.#firstUnstored === undefined) return
    const lines = this.#read()
    const from = Math.max(this.#firstUnstored, lines.at(-1)!.n - maxEvents + 1)
    const first = from - (from % eventsPerRecord)
    // Searches from the end: this runs on each check, with few new lines among hundreds.
    const fresh = lines.slice(lines.findLastIndex(({ n }) => n < first) + 1)
    const chunks = Map.groupBy(fresh, ({ n }) => Math.floor(n / eventsPerRecord) % maxRecords)
    for (const [place, some] of chunks) this.#store.put(prefix + place, some as unknown as Json)
    this.#firstUnstored = undefined
  }

  #read(): FeedEvent[] {
    this.#events ??= [...this.#store.list(prefix)]
      .flatMap(([, value]) => value as unknown as readonly FeedEvent[])
      .sort((a, b) => a.n - b.n)
    return this.#events
  }
}

function toFeedEvent({ type, slot, data }: Message, n: number, at: number): FeedEvent {
  return {
    ...{ n, at },
    ...(type && { type }),
    ...(typeof slot === 'number' && { slot }),
    data: data.map((part) =>
      part.text.length <= maxTextLength ? part : { ...part, text: `${part.text.slice(0, maxTextLength)}…` },
    ),
  }
}
