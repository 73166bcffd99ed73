// Each observer receives only the positions that are new to it.
import type { Node } from './board.ts'

/** [SR-4.9] Also the maximum sent to an observer at once. */
const maxNodes = 8

/**
 * The last eight nodes of a player or unit, with a cached entry for each number of newest nodes. All observers share
 * the entries until the player or unit changes.
 */
export class PositionTrail<Entry> {
  readonly nodes: Node[] = []
  /** Number of nodes that were ever added. An observer remembers the number at its last look. */
  updates = 0
  readonly #entryOf: (nodes: readonly Node[]) => Entry
  readonly #entries: (Entry | undefined)[] = []

  constructor(start: Node, entryOf: (nodes: readonly Node[]) => Entry) {
    this.#entryOf = entryOf
    this.add(start)
  }

  get last(): Node {
    return this.nodes[this.nodes.length - 1]!
  }

  add(node: Node): void {
    if (this.nodes.length === maxNodes) this.nodes.shift()
    this.nodes.push(node)
    this.updates++
    this.invalidate()
  }

  /** Earlier nodes would show observers a walk to the new position. */
  restart(node: Node): void {
    this.nodes.length = 0
    this.add(node)
  }

  /** Call this when anything other than the nodes changes. */
  invalidate(): void {
    this.#entries.length = 0
  }

  /**
   * For an observer who has received the first `seen` updates. The entry contains all newer nodes, and always the
   * newest one.
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
