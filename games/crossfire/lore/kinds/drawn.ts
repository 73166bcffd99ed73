// Measures treasure lists: what one gives on average, and how much of that is unsupported. [CF-20.9]
import type { TreasureEntry, TreasureList } from '../treasures.ts'
import { drawingsOfSpell } from './casters.ts'

/** A list counts as unsupported above this share. */
const mostMute = 0.1
/** Nesting limit of lists, the same as in a draw. */
const mostDepth = 16

/** Expected numbers for one draw. */
interface Given {
  readonly things: number
  readonly mute: number
}
const nothing: Given = { things: 0, mute: 0 }

/** The share of an archetype's draws without a rule, 0 to 1, or the list that its spell is drawn from. */
export type MuteShare = number | { readonly spellFrom: string }

export class Drawn {
  readonly #lists: ReadonlyMap<string, TreasureList>
  readonly #muteOf: (archetype: string) => MuteShare | undefined
  readonly #known = new Map<string, Given>()

  /** `muteOf` returns undefined for an archetype that is not counted. */
  constructor(
    lists: ReadonlyMap<string, TreasureList>,
    muteOf: (archetype: string) => MuteShare | undefined,
  ) {
    this.#lists = lists
    this.#muteOf = muteOf
  }

  isMute(list: string): boolean {
    const { things, mute } = this.#given(list, 0)
    return mute > mostMute * things
  }

  /** [CF-22.9] The same for a thing whose spell is drawn from the list. */
  isEmpty(list: string): boolean {
    return this.#withoutSpell(list, 0) > mostMute
  }

  /** Probability that no draw gives a supported spell. */
  #withoutSpell(list: string, depth: number): number {
    const { things, mute } = this.#given(list, depth)
    return (1 - Math.min(1, things - mute)) ** drawingsOfSpell
  }

  /** Evaluates each list once. A list that contains itself gives nothing for the inner occurrence. */
  #given(name: string, depth: number): Given {
    const known = this.#known.get(name)
    if (known) return known
    const list = this.#lists.get(name)
    if (!list || depth > mostDepth) return nothing
    this.#known.set(name, nothing)
    const given = list.one ? this.#one(list.entries, depth) : this.#all(list.entries, depth)
    this.#known.set(name, given)
    return given
  }

  /** One entry, by weight. */
  #one(entries: readonly TreasureEntry[], depth: number): Given {
    const sum = entries.reduce((all, { chance }) => all + Math.max(0, chance), 0)
    return sumOf(entries.map((entry) => times(Math.max(0, entry.chance) / sum, this.#taken(entry, depth))))
  }

  /** Each entry, by its own chance. */
  #all(entries: readonly TreasureEntry[], depth: number): Given {
    return sumOf(
      entries.map((entry) => {
        const chance = Math.min(1, Math.max(0, entry.chance / 100))
        const comes = times(chance, this.#taken(entry, depth))
        return sumOf([comes, times(1 - chance, this.#all(entry.no, depth + 1))])
      }),
    )
  }

  #taken({ arch, list, yes }: TreasureEntry, depth: number): Given {
    const own = arch !== undefined ? this.#thing(arch, depth) : this.#given(list ?? '', depth + 1)
    return sumOf([own, this.#all(yes, depth + 1)])
  }

  #thing(archetype: string, depth: number): Given {
    const share = this.#muteOf(archetype)
    if (share === undefined) return nothing
    return {
      things: 1,
      mute: typeof share === 'number' ? share : this.#withoutSpell(share.spellFrom, depth + 1),
    }
  }
}

function times(chance: number, { things, mute }: Given): Given {
  return chance > 0 ? { things: chance * things, mute: chance * mute } : nothing
}

function sumOf(given: readonly Given[]): Given {
  return given.reduce(
    (all, each) => ({ things: all.things + each.things, mute: all.mute + each.mute }),
    nothing,
  )
}
