// Frames of many clients, each of which comes in an event of its own: those that come together share one commit.

/** Items that wait, or so many units of them, have company enough. */
const mostItems = 256
const mostLength = 1_048_576

/**
 * While what was taken is being written, what comes waits, and is taken together when that is done. An item that finds
 * nothing under way is taken at once; after several that came together it waits for the rest of the next several.
 */
export class Inbox<T extends { readonly length: number }> {
  readonly #take: (items: readonly T[]) => void
  readonly #written: () => Promise<void>
  #waiting: T[] = []
  #waitingLength = 0
  #pending = false
  #company = false

  /**
   * `written` resolves when all is durable that was written so far: never at once, but behind the events that are
   * here already. That it fails is the end of this instance. `take` answers for its own errors.
   */
  constructor(take: (items: readonly T[]) => void, written: () => Promise<void>) {
    this.#take = take
    this.#written = written
  }

  add(item: T): void {
    this.#waiting.push(item)
    this.#waitingLength += item.length
    const enough = this.#waiting.length >= mostItems || this.#waitingLength >= mostLength
    if (enough || !(this.#pending || this.#company)) this.takeAll()
    this.#watch()
  }

  /** Whatever waits, now. */
  takeAll(): void {
    const items = this.#waiting
    if (items.length === 0) return
    this.#waiting = []
    this.#waitingLength = 0
    this.#company = items.length > 1
    this.#take(items)
  }

  #watch(): void {
    if (this.#pending) return
    this.#pending = true
    void this.#written().then(() => {
      this.#pending = false
      if (this.#waiting.length === 0) return
      this.takeAll()
      this.#watch()
    })
  }
}
