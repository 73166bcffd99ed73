// Collects the items that one event-loop callback adds, and passes each of them to `run` at the end of the callback.

export class NextTickBatch<T> {
  readonly #run: (item: T) => void
  #items: T[] = []

  constructor(run: (item: T) => void) {
    this.#run = run
  }

  /** `run` gets the item before any socket is read again, and twice if it is added twice. */
  add(item: T): void {
    if (this.#items.push(item) === 1) process.nextTick(() => this.#runAll())
  }

  #runAll(): void {
    const items = this.#items
    this.#items = []
    for (const item of items) this.#run(item)
  }
}
