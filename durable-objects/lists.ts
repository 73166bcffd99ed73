// Caches pages of room lists: each is read at most once a second.
import type { RoomsPage } from './rooms.ts'

/** Lifetime of a list while only player counts change, and the limit of rooms in all cached lists. */
const listedMs = 1000
const mostListed = 10_000

export class Lists {
  readonly #lists = new Map<string, { readonly page: RoomsPage; readonly until: number }>()

  /** The cached page of this key, or a new one. */
  at(now: number, key: string, make: () => RoomsPage): RoomsPage {
    const known = this.#lists.get(key)
    if (known && now < known.until && now >= known.until - listedMs) return known.page
    const page = make()
    this.#lists.delete(key)
    this.#lists.set(key, { page, until: now + listedMs })
    this.#bound()
    return page
  }

  clear(): void {
    this.#lists.clear()
  }

  /** Evicts the oldest; a page above the limit is never cached. An empty page counts as one room. */
  #bound(): void {
    let rooms = 0
    for (const { page } of this.#lists.values()) rooms += Math.max(1, page.rooms.length)
    for (const [key, { page }] of this.#lists) {
      if (rooms <= mostListed) return
      this.#lists.delete(key)
      rooms -= Math.max(1, page.rooms.length)
    }
  }
}
