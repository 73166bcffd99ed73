// The latest messages to everybody, for the room's page and overlays. The state adds to it, endpoints read it. People's
// chat has its own ring, so that thousands of items at once do not push it out.
import type { RecordStore } from '../../game.ts'
import type { ChatLine } from '../../game-context.ts'
import { EventRing, type FeedEvent } from './event-ring.ts'
import type { Message, MessageType } from './messages.ts'

/** Characters kept of each part. */
const maxTextLength = 300
const chatTypes: ReadonlySet<MessageType | undefined> = new Set<MessageType>(['Chat', 'ServerChat'])
/** Batches the lines of rapid checks: encoding some of them again with each check took a third of its cost. */
const minStoreIntervalMs = 500

/** [AP-9.14] The room's latest events. Chat, joins and parts are stored with the next check, or when the world is saved. */
export class EventFeed {
  readonly #chat: EventRing
  readonly #others: EventRing
  /** `n` of the next line; undefined if not read yet. */
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

  /** [AP-8.12] What people and the host have said, oldest first. */
  get chat(): readonly ChatLine[] {
    return this.#chat.events.map(({ at, data }) => ({ at, text: data.map(({ text }) => text).join('') }))
  }

  /** Undefined: there is none. */
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

  /** For transactions that write anyway: stores the lines, unless that just happened. */
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
