// Counts how many things a treasure list yields on average, and how many of them are unsupported. [CF-20.9]

import { maxSpellDraws } from '../converters/magic-items.ts'
import type { TreasureEntry, TreasureList } from '../format/treasures.ts'

const maxUnsupportedShare = 0.1
/** The treasure generator has the same limit. */
const maxDepth = 16

interface ExpectedItems {
  readonly things: number
  readonly unsupported: number
}
const nothing: ExpectedItems = { things: 0, unsupported: 0 }

/**
 * The share of unsupported items, from 0 to 1. For an item with a random spell: the list from which the spell is drawn.
 */
export type UnsupportedShare = number | { readonly spellFrom: string }

export class TreasureCoverage {
  readonly #lists: ReadonlyMap<string, TreasureList>
  readonly #unsupportedShareOf: (archetype: string) => UnsupportedShare | undefined
  readonly #known = new Map<string, ExpectedItems>()

  /** `unsupportedShareOf`: undefined for an archetype that is not counted. */
  constructor(
    lists: ReadonlyMap<string, TreasureList>,
    unsupportedShareOf: (archetype: string) => UnsupportedShare | undefined,
  ) {
    this.#lists = lists
    this.#unsupportedShareOf = unsupportedShareOf
  }

  isUnsupported(list: string): boolean {
    const { things, unsupported } = this.#expectedOf(list, 0)
    return unsupported > maxUnsupportedShare * things
  }

  /** [CF-22.9] Whether too many of the items that draw their spells from this list would get no spell. */
  isEmpty(list: string): boolean {
    return this.#withoutSpell(list, 0) > maxUnsupportedShare
  }

  /** The probability that no attempt draws a supported spell. */
  #withoutSpell(list: string, depth: number): number {
    const { things, unsupported } = this.#expectedOf(list, depth)
    return (1 - Math.min(1, things - unsupported)) ** maxSpellDraws
  }

  /** If a list contains itself, the inner list counts as empty. */
  #expectedOf(name: string, depth: number): ExpectedItems {
    const known = this.#known.get(name)
    if (known) return known
    const list = this.#lists.get(name)
    if (!list || depth > maxDepth) return nothing
    this.#known.set(name, nothing)
    const given = list.picksOne ? this.#one(list.entries, depth) : this.#all(list.entries, depth)
    this.#known.set(name, given)
    return given
  }

  /** The expected items of a list from which one entry is drawn by weight. */
  #one(entries: readonly TreasureEntry[], depth: number): ExpectedItems {
    const sum = entries.reduce((all, { chance }) => all + Math.max(0, chance), 0)
    return sumExpected(
      entries.map((entry) => scale(Math.max(0, entry.chance) / sum, this.#taken(entry, depth))),
    )
  }

  /** The expected items of a list in which each entry has its own chance. */
  #all(entries: readonly TreasureEntry[], depth: number): ExpectedItems {
    return sumExpected(
      entries.map((entry) => {
        const chance = Math.min(1, Math.max(0, entry.chance / 100))
        const comes = scale(chance, this.#taken(entry, depth))
        return sumExpected([comes, scale(1 - chance, this.#all(entry.ifNotTaken, depth + 1))])
      }),
    )
  }

  #taken({ arch, list, ifTaken }: TreasureEntry, depth: number): ExpectedItems {
    const own = arch !== undefined ? this.#thing(arch, depth) : this.#expectedOf(list ?? '', depth + 1)
    return sumExpected([own, this.#all(ifTaken, depth + 1)])
  }

  #thing(archetype: string, depth: number): ExpectedItems {
    const share = this.#unsupportedShareOf(archetype)
    if (share === undefined) return nothing
    return {
      things: 1,
      unsupported: typeof share === 'number' ? share : this.#withoutSpell(share.spellFrom, depth + 1),
    }
  }
}

function scale(chance: number, { things, unsupported }: ExpectedItems): ExpectedItems {
  return chance > 0 ? { things: chance * things, unsupported: chance * unsupported } : nothing
}

function sumExpected(given: readonly ExpectedItems[]): ExpectedItems {
  return given.reduce(
    (all, each) => ({ things: all.things + each.things, unsupported: all.unsupported + each.unsupported }),
    nothing,
  )
}
