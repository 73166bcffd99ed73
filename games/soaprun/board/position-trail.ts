// The last positions of a player or unit. Each observer receives only the positions that it has not received yet.
import type { BoardPoint } from './board.ts'

/** [SR-4.9] The number of kept nodes, which is also the maximum sent to an observer at once. */
const maxNodes = 8

/**
 * The last eight nodes of a player or unit, with the cached Flds entries for the newest node, the newest two nodes, and
 * so on. All observers share the entries until the player or unit changes.
 */
export class PositionTrail<Entry> {
  readonly nodes: BoardPoint[] = []
  /** The total number of added nodes. An observer stores the number when it receives the nodes. */
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

  /** Discards the earlier nodes, because with them observers would show a walk to the new position. */
  restart(node: BoardPoint): void {
    this.nodes.length = 0
    this.add(node)
  }

  /** Call this when a part of the entry other than its nodes changes. */
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
