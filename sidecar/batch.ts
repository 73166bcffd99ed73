// What is to be done once for each of many at the end of what the event loop is at: one tick for all of them.

export class Batch<T> {
  readonly #run: (item: T) => void
  #items: T[] = []

  constructor(run: (item: T) => void) {
    this.#run = run
  }

  /** `item` has its turn before anything else is read from any socket; who is added twice has two. */
  add(item: T): void {
    if (this.#items.push(item) === 1) process.nextTick(() => this.#runAll())
  }

  #runAll(): void {
    const items = this.#items
    this.#items = []
    for (const item of items) this.#run(item)
  }
}
