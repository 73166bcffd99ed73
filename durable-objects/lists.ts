// Lists of rooms, as long as they are good: however many ask, the rows of a list are read once a second.
import type { RoomsPage } from './rooms.ts'

/** How long a list of rooms is good while nothing in it changes but how many play; and how many rooms in all lists are. */
const listedMs = 1000
const mostListed = 10_000

export class Lists {
  readonly #lists = new Map<string, { readonly page: RoomsPage; readonly until: number }>()

  /** The list of this key, or one made now. */
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

  /** The oldest go; what is larger than all may be is asked for anew each time. A list of none takes the room of one. */
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
