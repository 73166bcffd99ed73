// Lists of rooms as this Worker last had them: however many ask in the same second, the Directory is hardly asked more than
// once. Whoever changes something by this Worker is shown it at once.
import type { DirectoryCalls, ListedRoom, RoomsPage } from '../durable-objects/rooms.ts'
import { directoryOf } from './objects.ts'
import type { Asked } from './routes.ts'
import { bearer } from './tokens.ts'

/** Rooms that are kept in memory, in all pages together: some 1 kB each. */
const mostRooms = 5000

interface Kept<T> {
  readonly answer: T
  readonly until: number
  /** Rooms in it, or that may be. */
  readonly rooms: number
}

export class Listings {
  readonly #keptMs: number
  readonly #kept = new Map<string, Kept<unknown>>()
  /** Counted: what was asked for before one may not have it. */
  #changes = 0

  /** `keptMs`: for how long what the Directory said is good. */
  constructor(keptMs: number) {
    this.#keptMs = keptMs
  }

  /** Rooms by name, behind `after`; `next` is the `after` of the next page, if there is one. */
  page(c: Asked, after: string, limit: number): Promise<RoomsPage> {
    return this.#of(c, `page ${limit} ${after}`, limit, (directory) => directory.page({ after, limit }))
  }

  /** One room as the Directory has it. */
  room(c: Asked, name: string): Promise<ListedRoom | undefined> {
    return this.#of(c, `room ${name}`, 1, (directory) => directory.room(name))
  }

  /** Something was changed here. */
  forget(): void {
    this.#changes++
    this.#kept.clear()
  }

  /** What is under way is not shared: it would end for all with the request that began it. */
  async #of<T>(
    c: Asked,
    key: string,
    rooms: number,
    ask: (directory: DirectoryCalls) => Promise<T>,
  ): Promise<T> {
    const now = Date.now()
    const kept = this.#kept.get(key) as Kept<T> | undefined
    // Who shows a token looks after the site, and is told how it is now.
    if (kept && now < kept.until && now >= kept.until - this.#keptMs && !bearer(c.req.raw)) return kept.answer
    const changes = this.#changes
    const answer = await ask(directoryOf(c.env))
    if (changes !== this.#changes) return answer
    this.#kept.delete(key)
    this.#kept.set(key, { answer, until: now + this.#keptMs, rooms })
    this.#bound()
    return answer
  }

  #bound(): void {
    let rooms = 0
    for (const kept of this.#kept.values()) rooms += kept.rooms
    for (const [key, kept] of this.#kept) {
      if (rooms <= mostRooms) return
      this.#kept.delete(key)
      rooms -= kept.rooms
    }
  }
}
