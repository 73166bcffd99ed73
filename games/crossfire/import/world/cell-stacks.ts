// Cells with equal stacks share one stack. [CF-20.4]
import type { StaticGround } from '../../model/definitions/level-plan.ts'

/** `higher`: the stacks that have one more object on top. */
interface StackNode {
  /** The stack without its topmost object; undefined for the empty stack. */
  readonly below: StackNode | undefined
  readonly id: string
  readonly higher: Map<string, StackNode>
  /** The same stack with its objects made invisible, for a floor above it. */
  covered?: StackNode
}

export class CellStacks {
  readonly #empty: StackNode = { below: undefined, id: '', higher: new Map() }
  readonly #cells: StackNode[]
  /** Cells with objects, in the order in which they got their first object. */
  readonly #usedCells: number[] = []

  constructor(cells: number) {
    this.#cells = new Array<StackNode>(cells).fill(this.#empty)
  }

  add(id: string, at: number): void {
    const below = this.#cells[at]!
    if (below === this.#empty) this.#usedCells.push(at)
    this.#cells[at] = higher(below, id)
  }

  /** `unseen` returns the id of an invisible object, and must be pure and idempotent. */
  cover(at: number, unseen: (id: string) => string): void {
    const above: StackNode[] = []
    let pile = this.#cells[at]!
    for (; pile.below && !pile.covered; pile = pile.below) above.push(pile)
    let covered = pile.covered ?? this.#empty
    for (const each of above.reverse()) {
      covered = higher(covered, unseen(each.id))
      each.covered = covered
      // The next floor above this stack reuses the covered stack.
      covered.covered = covered
    }
    this.#cells[at] = covered
  }

  ground(): StaticGround {
    const stacks: (readonly string[])[] = [[]]
    const known = new Map<StackNode, number>()
    const cells = new Uint16Array(this.#cells.length)
    for (const at of this.#usedCells) {
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

/** Ids of the stack's objects, from the bottom up. */
function idsOf(pile: StackNode): string[] {
  const ids: string[] = []
  for (let each = pile; each.below; each = each.below) ids.push(each.id)
  return ids.reverse()
}
