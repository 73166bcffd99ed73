// The latest messages to everybody. Chat has a ring of its own, so that a release of thousands of items does not push
// it out.
import type { RecordStore } from '../../game.ts'
import type { ChatLine } from '../../game-context.ts'
import { EventRing, type FeedEvent } from './event-ring.ts'
import type { Message, MessageType } from './messages.ts'

/** In UTF-16 units. */
const maxTextLength = 300
const chatTypes: ReadonlySet<MessageType | undefined> = new Set<MessageType>(['Chat', 'ServerChat'])
/** Writing lines with each check took a third of the check's cost, so lines of rapid checks are written together. */
const minStoreIntervalMs = 500

/** [AP-9.14] New messages are stored with the next check, or when the world is saved. */
export class EventFeed {
  readonly #chat: EventRing
  readonly #others: EventRing
  /** Undefined until the first message is added. */
  #nextNumber: number | undefined
  #storedAt = Number.NEGATIVE_INFINITY

  constructor(store: RecordStore) {
    this.#chat = new EventRing(store, 'chat/')
    this.#others = new EventRing(store, 'feed/')
  }

  /** Oldest first. */
  get events(): readonly FeedEvent[] {
    return [...this.#chat.events, ...this.#others.events].sort((a, b) => a.n - b.n)
  }

  /** [AP-8.12] The chat of players and of the server, oldest first. */
  get chat(): readonly ChatLine[] {
    return this.#chat.events.map(({ at, data }) => ({ at, text: data.map(({ text }) => text).join('') }))
  }

  get latest(): FeedEvent | undefined {
    const [chat, other] = [this.#chat.latest, this.#others.latest]
    return (chat?.n ?? -1) > (other?.n ?? -1) ? chat : other
  }

  get hasUnsavedEvents(): boolean {
    return this.#chat.hasUnsavedEvents || this.#others.hasUnsavedEvents
  }

  add(messages: readonly Message[], now: number): void {
    let n = this.#nextNumber ?? (this.latest?.n ?? -1) + 1
    for (const message of messages) {
      const ring = chatTypes.has(message.type) ? this.#chat : this.#others
      ring.add(toFeedEvent(message, n++, now))
    }
    this.#nextNumber = n
  }

  /** Called by transactions that write other records anyway. */
  storeIfDue(now: number): void {
    if (Math.abs(now - this.#storedAt) < minStoreIntervalMs) return
    this.#storedAt = now
    this.store()
  }

  store(): void {
    this.#chat.store()
    this.#others.store()
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
