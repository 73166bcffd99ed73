// Caches pages of room lists, so that each page is read from the database at most once a second.
import { LRUCache } from 'lru-cache'
import type { RoomPage } from '../../rpc/directory-rpc.ts'

const maxAgeMs = 1000
const maxRooms = 10_000

export class RoomPageCache {
  readonly #pages = new LRUCache<string, { readonly page: RoomPage; readonly until: number }>({
    maxSize: maxRooms,
    // The cache is limited by its number of rooms; a page without rooms counts as one room.
    sizeCalculation: ({ page }) => Math.max(1, page.rooms.length),
  })

  get(now: number, key: string, load: () => RoomPage): RoomPage {
    const known = this.#pages.get(key)
    if (known && now < known.until && now >= known.until - maxAgeMs) return known.page
    const page = load()
    this.#pages.set(key, { page, until: now + maxAgeMs })
    return page
  }

  clear(): void {
    this.#pages.clear()
  }
}
