// Static objects of a map by cell; equal stacks are shared. [CF-20.4]
import type { Ground } from '../../scene/level-plan.ts'

/** A stack, linked to the stacks with one more object on top. */
interface Pile {
  /** Undefined: empty. */
  readonly below: Pile | undefined
  readonly id: string
  readonly higher: Map<string, Pile>
  /** The same stack under a floor. */
  covered?: Pile
}

export class Stacks {
  readonly #empty: Pile = { below: undefined, id: '', higher: new Map() }
  readonly #cells: Pile[]
  /** Cells in the order of their first object. */
  readonly #laid: number[] = []

  constructor(cells: number) {
    this.#cells = new Array<Pile>(cells).fill(this.#empty)
  }

  /** Adds an object on top of a cell. */
  add(id: string, at: number): void {
    const below = this.#cells[at]!
    if (below === this.#empty) this.#laid.push(at)
    this.#cells[at] = higher(below, id)
  }

  /** Replaces all objects of a cell with `unseen(id)`, which must be pure and idempotent. */
  cover(at: number, unseen: (id: string) => string): void {
    const above: Pile[] = []
    let pile = this.#cells[at]!
    for (; pile.below && !pile.covered; pile = pile.below) above.push(pile)
    let covered = pile.covered ?? this.#empty
    for (const each of above.reverse()) {
      covered = higher(covered, unseen(each.id))
      each.covered = covered
      // So that further floors do not traverse it again.
      covered.covered = covered
    }
    this.#cells[at] = covered
  }

  ground(): Ground {
    const stacks: (readonly string[])[] = [[]]
    const known = new Map<Pile, number>()
    const cells = new Uint16Array(this.#cells.length)
    for (const at of this.#laid) {
      const pile = this.#cells[at]!
      const place = known.get(pile) ?? stacks.push(idsOf(pile)) - 1
      known.set(pile, place)
      cells[at] = place
    }
    return { stacks, cells }
  }
}

function higher(below: Pile, id: string): Pile {
  let pile = below.higher.get(id)
  if (!pile) {
    pile = { below, id, higher: new Map() }
    below.higher.set(id, pile)
  }
  return pile
}

/** From the bottom up. */
function idsOf(pile: Pile): string[] {
  const ids: string[] = []
  for (let each = pile; each.below; each = each.below) ids.push(each.id)
  return ids.reverse()
}
