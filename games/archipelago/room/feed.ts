// What was told to everybody last, for who was not there: the room's page, an overlay. Who uses it: the state adds to it,
// readings read it. Records: `feed/PLACE`, a ring of some lines each, so that one more line rewrites few bytes.
import type { Json, Store } from '../../game.ts'
import type { Message, MessageType, Part } from './texts.ts'

/** One text, with the ids that clients put names to. */
export interface FeedLine {
  /** Counts on as long as the room lives. */
  readonly n: number
  /** Milliseconds since 1970. */
  readonly at: number
  /** Some texts have no type. */
  readonly type?: MessageType
  /** Of who did it, where it is not in the parts. */
  readonly slot?: number
  readonly data: readonly Part[]
}

/** Characters of a part that are kept. */
const longestText = 300
/** Lines of a record, and records in the ring. */
const perRecord = 12
const records = 32
const longest = perRecord * records
const prefix = 'feed/'
/** While checks come one behind the other, most of their lines wait: to encode some anew with each cost a third of it. */
const storedEveryMs = 500

/** [AP-9.14] Chat and who comes and goes wait for the next check, or for the world to be saved. */
export class Feed {
  readonly #store: Store
  /** Undefined: not read yet. */
  #lines: FeedLine[] | undefined
  /** Of the first line that is in no record; undefined: all are. */
  #unstored: number | undefined
  #storedAt = Number.NEGATIVE_INFINITY

  constructor(store: Store) {
    this.#store = store
  }

  /** The oldest first. */
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

  /** In a turn that writes anyway: it is stored if it was not just now. Else that is left to a later one, or to `store`. */
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
    // From the end: each check comes here, and has few lines to store of some hundreds.
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
