// The latest changed cells of a level, so that each client's view is compared only where something has changed.

/** Maximum number of remembered changes, a power of two. A view that is older than these is compared as a whole. */
const capacity = 1024

export class ChangeLog {
  /** Cell of each change, by its number; allocated at the first change. */
  #cells: Uint32Array | undefined
  #count = 0

  /** Number of changes so far. */
  get count(): number {
    return this.#count
  }

  /** Adds a change of the cell and returns its number, from 1. */
  add(cell: number): number {
    this.#cells ??= new Uint32Array(capacity)
    this.#cells[this.#count % capacity] = cell
    return ++this.#count
  }

  /** The cells changed after change number `since`, with repetitions; undefined if too many to remember. */
  cellsSince(since: number): readonly number[] | undefined {
    const many = this.#count - since
    if (many > capacity) return undefined
    const cells: number[] = []
    for (let at = since; at < this.#count; at++) cells.push(this.#cells![at % capacity]!)
    return cells
  }
}
