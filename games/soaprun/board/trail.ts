// Where a player or unit has been of late, so that each observer is told only what is new to him.
import type { Node } from './board.ts'

/** Nodes that are kept, and so the most an observer is ever told at once. [SR-4.9] */
const nodesKept = 8

/**
 * The last eight nodes of somebody, and for each number of newest nodes the entry that shows them: entries are
 * made once and shared by all observers until anything about their subject changes.
 */
export class Trail<Entry> {
  readonly nodes: Node[] = []
  /** Nodes ever added: an observer who remembers this number has seen them all. */
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
    if (this.nodes.length === nodesKept) this.nodes.shift()
    this.nodes.push(node)
    this.updates++
    this.changed()
  }

  /** A new life begins at `node`. The nodes before are dropped: with them an observer would see a walk to the new place. */
  restart(node: Node): void {
    this.nodes.length = 0
    this.add(node)
  }

  /** To be called when anything but the nodes changed. */
  changed(): void {
    this.#entries.length = 0
  }

  /** What somebody is shown who saw the first `seen` updates: the nodes since, and always the newest. */
  entry(seen: number): Entry {
    const fresh = Math.min(this.nodes.length, Math.max(1, this.updates - seen))
    const made = this.#entries[fresh]
    if (made) return made
    const entry = this.#entryOf(this.nodes.slice(-fresh))
    this.#entries[fresh] = entry
    return entry
  }
}
