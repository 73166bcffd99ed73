// Group commit: frames of many clients arrive in events of their own, and those that arrive together share one commit.

/** A batch of this many items, or units in all, does not wait any longer. */
const mostItems = 256
const mostLength = 1_048_576

/**
 * Items that arrive during a write are processed together when it is done. An item that arrives while none is under way
 * is processed at once; after a batch of several it waits for the rest of the next batch.
 */
export class Inbox<T extends { readonly length: number }> {
  readonly #take: (items: readonly T[]) => void
  readonly #written: () => Promise<void>
  #waiting: T[] = []
  #waitingLength = 0
  #pending = false
  #company = false

  /**
   * `written` resolves when all writes so far are durable: never at once, but after the pending events. Its failure
   * ends this instance. `take` handles its own errors.
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

  /** Processes all waiting items now. */
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
