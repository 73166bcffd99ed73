// Items of one event-loop callback are run in one tick.

export class TickBatch<T> {
  readonly #run: (item: T) => void
  #items: T[] = []

  constructor(run: (item: T) => void) {
    this.#run = run
  }

  /** The function runs before any socket is read again. An item that is added twice is run twice. */
  add(item: T): void {
    if (this.#items.push(item) === 1) process.nextTick(() => this.#runAll())
  }

  #runAll(): void {
    const items = this.#items
    this.#items = []
    for (const item of items) this.#run(item)
  }
}
