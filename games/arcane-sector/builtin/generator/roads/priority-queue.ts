// A binary heap. The cell of the lowest cost comes first.

export class PriorityQueue {
  readonly #cells: number[] = []
  readonly #costs: number[] = []

  push(cell: number, cost: number): void {
    let at = this.#cells.length
    while (at > 0) {
      const parent = (at - 1) >> 1
      if (this.#costs[parent]! <= cost) break
      this.#put(at, this.#cells[parent]!, this.#costs[parent]!)
      at = parent
    }
    this.#put(at, cell, cost)
  }

  /** Undefined if the queue is empty. */
  pop(): number | undefined {
    const first = this.#cells[0]
    const cell = this.#cells.pop()
    const cost = this.#costs.pop()
    if (cell === undefined || cost === undefined || this.#cells.length === 0) return first
    this.#sink(cell, cost)
    return first
  }

  #sink(cell: number, cost: number): void {
    const { length } = this.#cells
    let at = 0
    for (let child = 1; child < length; child = at * 2 + 1) {
      if (child + 1 < length && this.#costs[child + 1]! < this.#costs[child]!) child++
      if (this.#costs[child]! >= cost) break
      this.#put(at, this.#cells[child]!, this.#costs[child]!)
      at = child
    }
    this.#put(at, cell, cost)
  }

  #put(at: number, cell: number, cost: number): void {
    this.#cells[at] = cell
    this.#costs[at] = cost
  }
}
