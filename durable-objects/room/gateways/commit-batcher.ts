// Group commit: frames of many clients arrive in events of their own, and those that arrive together share one commit.

/** A batch of this many items, or units in all, does not wait any longer. */
const maxItems = 256
const maxLength = 1_048_576

/**
 * Items that arrive during a write are processed together when it is done. An item that arrives while none is under way
 * is processed at once; after a batch of several it waits for the rest of the next batch.
 */
export class CommitBatcher<T extends { readonly length: number }> {
  readonly #process: (items: readonly T[]) => void
  readonly #durable: () => Promise<void>
  #waiting: T[] = []
  #waitingLength = 0
  #isCommitting = false
  #lastWasBatch = false

  /**
   * `written` resolves when all writes so far are durable: never at once, but after the pending events. Its failure
   * ends this instance. `take` handles its own errors.
   */
  constructor(take: (items: readonly T[]) => void, written: () => Promise<void>) {
    this.#process = take
    this.#durable = written
  }

  add(item: T): void {
    this.#waiting.push(item)
    this.#waitingLength += item.length
    const enough = this.#waiting.length >= maxItems || this.#waitingLength >= maxLength
    if (enough || !(this.#isCommitting || this.#lastWasBatch)) this.processAll()
    this.#awaitCommit()
  }

  /** Processes all waiting items now. */
  processAll(): void {
    const items = this.#waiting
    if (items.length === 0) return
    this.#waiting = []
    this.#waitingLength = 0
    this.#lastWasBatch = items.length > 1
    this.#process(items)
  }

  #awaitCommit(): void {
    if (this.#isCommitting) return
    this.#isCommitting = true
    void this.#durable().then(() => {
      this.#isCommitting = false
      if (this.#waiting.length === 0) return
      this.processAll()
      this.#awaitCommit()
    })
  }
}
