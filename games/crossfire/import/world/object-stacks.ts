// Static objects of a map by cell; equal stacks are shared. [CF-20.4]
import type { StaticGround } from '../../model/definitions/level-plan.ts'

/** A stack, linked to the stacks with one more object on top. */
interface StackNode {
  /** Undefined if the stack below is empty. */
  readonly below: StackNode | undefined
  readonly id: string
  readonly higher: Map<string, StackNode>
  /** The same stack under a floor. */
  covered?: StackNode
}

export class CellStacks {
  readonly #empty: StackNode = { below: undefined, id: '', higher: new Map() }
  readonly #cells: StackNode[]
  /** Cells in the order of their first object. */
  readonly #sharedNodes: number[] = []

  constructor(cells: number) {
    this.#cells = new Array<StackNode>(cells).fill(this.#empty)
  }

  /** Adds an object on top of a cell. */
  add(id: string, at: number): void {
    const below = this.#cells[at]!
    if (below === this.#empty) this.#sharedNodes.push(at)
    this.#cells[at] = higher(below, id)
  }

  /** Replaces all objects of a cell with `unseen(id)`, which must be pure and idempotent. */
  cover(at: number, unseen: (id: string) => string): void {
    const above: StackNode[] = []
    let pile = this.#cells[at]!
    for (; pile.below && !pile.covered; pile = pile.below) above.push(pile)
    let covered = pile.covered ?? this.#empty
    for (const each of above.reverse()) {
      covered = higher(covered, unseen(each.id))
      each.covered = covered
      // A further floor then finds the covered stack without traversing it again.
      covered.covered = covered
    }
    this.#cells[at] = covered
  }

  ground(): StaticGround {
    const stacks: (readonly string[])[] = [[]]
    const known = new Map<StackNode, number>()
    const cells = new Uint16Array(this.#cells.length)
    for (const at of this.#sharedNodes) {
      const pile = this.#cells[at]!
      const place = known.get(pile) ?? stacks.push(idsOf(pile)) - 1
      known.set(pile, place)
      cells[at] = place
    }
    return { stacks, cells }
  }
}

function higher(below: StackNode, id: string): StackNode {
  let pile = below.higher.get(id)
  if (!pile) {
    pile = { below, id, higher: new Map() }
    below.higher.set(id, pile)
  }
  return pile
}

/** From the bottom up. */
function idsOf(pile: StackNode): string[] {
  const ids: string[] = []
  for (let each = pile; each.below; each = each.below) ids.push(each.id)
  return ids.reverse()
}
