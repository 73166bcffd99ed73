// Recent positions of a player or unit, so that each observer receives only the new ones.
import type { Node } from './board.ts'

/** Maximum number of nodes that are kept, which is also the maximum sent to an observer at once. [SR-4.9] */
const maxNodes = 8

/**
 * The last eight nodes of a player or unit, with a cached entry for each number of newest nodes. All observers share
 * the entries until the player or unit changes.
 */
export class PositionTrail<Entry> {
  readonly nodes: Node[] = []
  /** Total number of added nodes. An observer who has seen this many has seen all of them. */
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

  /** Starts a new life at `node`. Drops earlier nodes, which would show observers a walk to the new position. */
  restart(node: Node): void {
    this.nodes.length = 0
    this.add(node)
  }

  /** Call this when anything other than the nodes changes. */
  invalidate(): void {
    this.#entries.length = 0
  }

  /**
   * The entry for an observer who has received the first `seen` updates. It contains all newer nodes, and always the
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
