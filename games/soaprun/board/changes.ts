// The tiles that changed, in order, so that each player is told each change once, restarts or not. Knows no Store.

export interface TileChange {
  readonly x: number
  readonly y: number
  readonly tile: number
}

/** A change with its number; numbers rise by one and are told apart for 2^32 changes. */
export interface NumberedChange extends TileChange {
  readonly number: number
}

/** Changes kept in memory until the log is trimmed. [SR-6.4] */
const changesKept = 1024

export class TileChanges {
  #log: NumberedChange[] = []
  #newest: number
  #limit = changesKept

  /** Goes on from changes that were stored, in any order, and a number that they do not exceed. */
  constructor(stored: readonly NumberedChange[] = []) {
    this.#log = stored.toSorted((a, b) => a.number - b.number)
    this.#newest = this.#log.at(-1)?.number ?? 0
  }

  /** The number of the newest change; 0: none yet. */
  get newest(): number {
    return this.#newest
  }

  /** `watchers` are those who are still to be told: what they have all seen need not be kept. */
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

  /** Adds to `into` what came after `seen`, oldest first, at most `most`; gives the new `seen`. */
  read(seen: number, most: number, into: TileChange[]): number {
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

  /** Lets go of what every watcher has seen; of several changes of one cell that somebody has not, the newest stays. */
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
