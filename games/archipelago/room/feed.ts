// The latest messages to everybody, for the room's page and overlays. The state adds to it, readings read it. Records:
// `feed/PLACE`, a ring of a few lines each, so that one more line rewrites few bytes.
import type { Json, RecordStore } from '../../game.ts'
import type { Message, MessageType, Part } from './texts.ts'

/** One text, with ids that clients resolve to names. */
export interface FeedLine {
  /** Increases for as long as the room exists. */
  readonly n: number
  /** Milliseconds since 1970. */
  readonly at: number
  /** Some texts have no type. */
  readonly type?: MessageType
  /** The acting slot, where the parts do not name it. */
  readonly slot?: number
  readonly data: readonly Part[]
}

/** Characters kept of each part. */
const longestText = 300
/** Lines per record, and records in the ring. */
const perRecord = 12
const records = 32
const longest = perRecord * records
const prefix = 'feed/'
/** Batches the lines of rapid checks: encoding some of them again with each check took a third of its cost. */
const storedEveryMs = 500

/** [AP-9.14] Chat, joins and parts wait for the next check, or until the world is saved. */
export class Feed {
  readonly #store: RecordStore
  /** Undefined: not read yet. */
  #lines: FeedLine[] | undefined
  /** `n` of the first line that is not stored; undefined: all are stored. */
  #unstored: number | undefined
  #storedAt = Number.NEGATIVE_INFINITY

  constructor(store: RecordStore) {
    this.#store = store
  }

  /** Oldest first. */
  get lines(): readonly FeedLine[] {
    return this.#read().slice(-longest)
  }

  get unsaved(): boolean {
    return this.#unstored !== undefined
  }

  add(messages: readonly Message[], now: number): void {
    const lines = this.#read()
    let n = (lines.at(-1)?.n ?? -1) + 1
    this.#unstored ??= n
    for (const message of messages) lines.push(lineOf(message, n++, now))
    if (lines.length > 2 * longest) lines.splice(0, lines.length - longest)
  }

  /** For transactions that write anyway: stores the lines, unless that just happened. */
  storeAlong(now: number): void {
    if (Math.abs(now - this.#storedAt) < storedEveryMs) return
    this.#storedAt = now
    this.store()
  }

  store(): void {
    if (this.#unstored === undefined) return
    const lines = this.#read()
    const from = Math.max(this.#unstored, lines.at(-1)!.n - longest + 1)
    const first = from - (from % perRecord)
    // Searches from the end: this runs on each check, with few new lines among hundreds.
    const fresh = lines.slice(lines.findLastIndex(({ n }) => n < first) + 1)
    const chunks = Map.groupBy(fresh, ({ n }) => Math.floor(n / perRecord) % records)
    for (const [place, some] of chunks) this.#store.put(prefix + place, some as unknown as Json)
    this.#unstored = undefined
  }

  #read(): FeedLine[] {
    this.#lines ??= [...this.#store.list(prefix)]
      .flatMap(([, value]) => value as unknown as readonly FeedLine[])
      .sort((a, b) => a.n - b.n)
    return this.#lines
  }
}

function lineOf({ type, slot, data }: Message, n: number, at: number): FeedLine {
  return {
    ...{ n, at },
    ...(type && { type }),
    ...(typeof slot === 'number' && { slot }),
    data: data.map((part) =>
      part.text.length <= longestText ? part : { ...part, text: `${part.text.slice(0, longestText)}…` },
    ),
  }
}
