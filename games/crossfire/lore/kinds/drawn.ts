// How much of what comes by chance lives: what a host's list of treasures gives on average, and how much of it is mute. [CF-20.9]
import type { TreasureEntry, TreasureList } from '../treasures.ts'
import { drawingsOfSpell } from './casters.ts'

/** A list of which more than this share is mute is mute. */
const mostMute = 0.1
/** Lists inside of each other, as they are drawn. */
const mostDepth = 16

/** Of one drawing, on average. */
interface Given {
  readonly things: number
  readonly mute: number
}
const nothing: Given = { things: 0, mute: 0 }

/** The share of what comes of an archetype that has no rule, 0 to 1; or the list that its spell is drawn from. */
export type MuteShare = number | { readonly spellFrom: string }

export class Drawn {
  readonly #lists: ReadonlyMap<string, TreasureList>
  readonly #muteOf: (archetype: string) => MuteShare | undefined
  readonly #known = new Map<string, Given>()

  /** `muteOf` an archetype is undefined for what does not count. */
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

  /** [CF-22.9] The same of what a spell of the list is drawn for. */
  isEmpty(list: string): boolean {
    return this.#withoutSpell(list, 0) > mostMute
  }

  /** How likely no drawing gives a spell that lives. */
  #withoutSpell(list: string, depth: number): number {
    const { things, mute } = this.#given(list, depth)
    return (1 - Math.min(1, things - mute)) ** drawingsOfSpell
  }

  /** Each list is looked through once; one that names itself gives nothing more there. */
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

  /** One of them, by their weights. */
  #one(entries: readonly TreasureEntry[], depth: number): Given {
    const sum = entries.reduce((all, { chance }) => all + Math.max(0, chance), 0)
    return sumOf(entries.map((entry) => times(Math.max(0, entry.chance) / sum, this.#taken(entry, depth))))
  }

  /** Each by its own chance. */
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
