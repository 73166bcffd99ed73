// Each player receives each change once and in order, even across restarts.

export interface TileChange {
  readonly x: number
  readonly y: number
  readonly tile: number
}

/** The changes are numbered consecutively. A number repeats only after 2^32 changes. */
export interface NumberedChange extends TileChange {
  readonly number: number
}

/** [SR-6.4] Changes kept in memory before the log is trimmed. */
const changesKept = 1024

export class TileChangeLog {
  #log: NumberedChange[] = []
  #newest: number
  #limit = changesKept

  /** `stored`: changes in any order. */
  constructor(stored: readonly NumberedChange[] = []) {
    this.#log = stored.toSorted((a, b) => a.number - b.number)
    this.#newest = this.#log.at(-1)?.number ?? 0
  }

  /** The number of the newest change, 0 before the first change. */
  get newest(): number {
    return this.#newest
  }

  /**
   * `watchers`: all players and spectators, each with the number of the last received change. The log may drop changes
   * that all watchers have received.
   */
  add(
    x: number,
    y: number,
    tile: number,
    watchers: Iterable<{ readonly tilesSeen: number }>,
  ): NumberedChange {
    const change = { x, y, tile, number: ++this.#newest }
    this.#log.push(change)
    if (this.#log.length > this.#limit) this.#trim(watchers)
    return change
  }

  /**
   * Adds up to `most` changes after `seen` to `into`, oldest first. Returns the number of the last added change, as the
   * next `seen`.
   */
  readSince(seen: number, most: number, into: TileChange[]): number {
    if (seen === this.#newest) return seen
    let index = this.#after(seen)
    for (; index < this.#log.length && into.length < most; index++) into.push(this.#log[index]!)
    return this.#log[index - 1]?.number ?? this.#newest
  }

  #after(seen: number): number {
    let low = 0
    let high = this.#log.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.#log[middle]!.number <= seen) low = middle + 1
      else high = middle
    }
    return low
  }

  /** Drops changes that every watcher has received. Of the other changes, keeps only the newest for each cell. */
  #trim(watchers: Iterable<{ readonly tilesSeen: number }>): void {
    let seen = this.#newest
    for (const watcher of watchers) seen = Math.min(seen, watcher.tilesSeen)
    const newestOfCell = new Map<number, NumberedChange>()
    for (const change of this.#log) {
      if (change.number > seen) newestOfCell.set(change.y * 0x10000 + change.x, change)
    }
    this.#log = [...newestOfCell.values()].sort((a, b) => a.number - b.number)
    this.#limit = Math.max(changesKept, 2 * this.#log.length)
  }
}
