// Collects the items that one event-loop callback adds, and runs all of them at its end.

export class NextTickBatch<T> {
  readonly #run: (item: T) => void
  #items: T[] = []

  constructor(run: (item: T) => void) {
    this.#run = run
  }

  /** The item is run before any socket is read again. If it is added twice, it is run twice. */
  add(item: T): void {
    if (this.#items.push(item) === 1) process.nextTick(() => this.#runAll())
  }

  #runAll(): void {
    const items = this.#items
    this.#items = []
    for (const item of items) this.#run(item)
  }
}
