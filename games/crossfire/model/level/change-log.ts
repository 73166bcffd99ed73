// The latest changed cells of a level, so that each client's view is compared only where something has changed.

/**
 * Maximum number of remembered changes, a power of two. A view that is older than all remembered changes is compared as
 * a whole.
 */
const capacity = 1024

export class ChangeLog {
  /** The cell of each change, by the change's number. Allocated at the first change. */
  #cells: Uint32Array | undefined
  #count = 0

  get count(): number {
    return this.#count
  }

  /** Returns the number of the change, from 1. */
  add(cell: number): number {
    this.#cells ??= new Uint32Array(capacity)
    this.#cells[this.#count % capacity] = cell
    return ++this.#count
  }

  /**
   * The cells of the changes after number `since`, with repetitions. Undefined if not all of these changes are
   * remembered.
   */
  cellsSince(since: number): readonly number[] | undefined {
    if (this.#count - since > capacity) return undefined
    const cells: number[] = []
    for (let at = since; at < this.#count; at++) cells.push(this.#cells![at % capacity]!)
    return cells
  }
}
