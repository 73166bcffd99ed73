// Each observer receives only the positions that are new to it.
import type { BoardPoint } from './board.ts'

/** [SR-4.9] The number of kept nodes, which is also the maximum sent to an observer at once. */
const maxNodes = 8

/**
 * The last eight nodes of a player or unit, with a cached entry for each number of newest nodes. All observers share
 * the entries until the player or unit changes.
 */
export class PositionTrail<Entry> {
  readonly nodes: BoardPoint[] = []
  /** Number of nodes that were ever added. An observer remembers the number at its last look. */
  updates = 0
  readonly #entryOf: (nodes: readonly BoardPoint[]) => Entry
  readonly #entries: (Entry | undefined)[] = []

  constructor(start: BoardPoint, entryOf: (nodes: readonly BoardPoint[]) => Entry) {
    this.#entryOf = entryOf
    this.add(start)
  }

  get last(): BoardPoint {
    return this.nodes[this.nodes.length - 1]!
  }

  add(node: BoardPoint): void {
    if (this.nodes.length === maxNodes) this.nodes.shift()
    this.nodes.push(node)
    this.updates++
    this.invalidate()
  }

  /** Earlier nodes would show observers a walk to the new position. */
  restart(node: BoardPoint): void {
    this.nodes.length = 0
    this.add(node)
  }

  /** Call this when anything other than the nodes changes. */
  invalidate(): void {
    this.#entries.length = 0
  }

  /**
   * The entry for an observer who has received the first `seen` updates. The entry contains all newer nodes, and always
   * the newest one.
   */
  entrySince(seen: number): Entry {
    const fresh = Math.min(this.nodes.length, Math.max(1, this.updates - seen))
    const made = this.#entries[fresh]
    if (made) return made
    const entry = this.#entryOf(this.nodes.slice(-fresh))
    this.#entries[fresh] = entry
    return entry
  }
}
