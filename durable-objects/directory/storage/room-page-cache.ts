// Caches pages of room lists: each is read at most once a second.
import type { RoomPage } from '../../rpc/rpc-types.ts'

/** Lifetime of a list while only player counts change, and the limit of rooms in all cached lists. */
const maxAgeMs = 1000
const maxRooms = 10_000

export class RoomPageCache {
  readonly #pages = new Map<string, { readonly page: RoomPage; readonly until: number }>()

  /** The cached page of this key, or a new one. */
  get(now: number, key: string, load: () => RoomPage): RoomPage {
    const known = this.#pages.get(key)
    if (known && now < known.until && now >= known.until - maxAgeMs) return known.page
    const page = load()
    this.#pages.delete(key)
    this.#pages.set(key, { page, until: now + maxAgeMs })
    this.#evict()
    return page
  }

  clear(): void {
    this.#pages.clear()
  }

  /** Evicts the oldest; a page above the limit is never cached. An empty page counts as one room. */
  #evict(): void {
    let rooms = 0
    for (const { page } of this.#pages.values()) rooms += Math.max(1, page.rooms.length)
    for (const [key, { page }] of this.#pages) {
      if (rooms <= maxRooms) return
      this.#pages.delete(key)
      rooms -= Math.max(1, page.rooms.length)
    }
  }
}
