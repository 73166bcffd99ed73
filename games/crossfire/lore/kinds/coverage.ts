// Measures how much of an imported world works: for each type the number of things, and how many have a rule. Floors,
// walls and scenery have no behaviour and are not counted. A thing whose content is drawn at random is unsupported if
// its list is, and a creature if a spell that it is born with is. [CF-20.9]

import type { LoreObject } from '../objects.ts'
import type { Artifact } from '../recipes.ts'
import { isAllowed, triesOfEmptyPotion } from './artifacts.ts'
import { isDrawn } from './casters.ts'
import { Drawn, type MuteShare } from './drawn.ts'
import { withEvents } from './events.ts'
import type { Said } from './said.ts'
import { type Brought, merged } from './said.ts'
import { typeOf } from './types.ts'

export interface CoveredType {
  readonly name: string
  things: number
  /** Things that have a rule. */
  living: number
}

/** Serializable counts, to continue in the next part. */
export type Counted = {
  readonly [count in 'things' | 'living' | 'objects' | 'maps' | 'wholeMaps']: number
} & { readonly types: readonly { readonly [key in keyof CoveredType]: CoveredType[key] }[] }

interface Judged {
  readonly type: CoveredType
  readonly lives: boolean
}

export class Coverage {
  /** By name. */
  readonly types: ReadonlyMap<string, CoveredType>
  things = 0
  living = 0
  objects = 0
  maps = 0
  /** Maps on which every thing is supported. */
  wholeMaps = 0
  readonly #types = new Map<string, CoveredType>()
  readonly #archetypes: Brought
  readonly #drawn: Drawn
  /** Results for objects without attributes of their own, by archetype; undefined: scenery. */
  readonly #plain = new Map<string, Judged | undefined>()
  /** Unsupported share of each empty potion, by archetype. */
  readonly #potionShares = new Map<string, number>()
  #potionArtifacts: readonly Artifact[] | undefined
  #looksLeft = mostLooks

  /** `before`: counts to continue from. */
  constructor(archetypes: Brought, before?: Counted) {
    this.#archetypes = archetypes
    this.#drawn = new Drawn(archetypes.lists ?? new Map(), (name) => this.#muteOf(name))
    this.types = this.#types
    const { types = [], ...counts } = before ?? {}
    Object.assign(this, counts)
    for (const type of types) this.#types.set(type.name, { ...type })
  }

  get counted(): Counted {
    const { things, living, objects, maps, wholeMaps } = this
    return { things, living, objects, maps, wholeMaps, types: [...this.types.values()] }
  }

  /** Counts all objects of one map, without its header. */
  count(objects: Iterable<LoreObject>): void {
    const mute = this.things - this.living
    for (const object of objects) this.#add(object)
    this.maps++
    if (this.things - this.living === mute) this.wholeMaps++
  }

  #add(object: LoreObject): void {
    this.objects++
    for (const each of object.inside) this.#add(each)
    const judged = this.#judged(object)
    if (!judged) return
    const { type, lives } = judged
    type.things++
    this.things++
    if (!lives) return
    type.living++
    this.living++
  }

  #judged(object: LoreObject): Judged | undefined {
    const { arch, says } = object
    if (says.size > 0 || object.inside.length > 0) return this.#judge(object)
    const known = this.#plain.get(arch)
    if (known !== undefined || this.#plain.has(arch)) return known
    const judged = this.#judge(object)
    // The archetype's own string is the key: the object's string would keep the text of its map in memory.
    this.#plain.set(this.#archetypes.get(arch)?.arch ?? arch, judged)
    return judged
  }

  #judge(object: LoreObject): Judged | undefined {
    const said = merged(
      this.#archetypes,
      object.inside.length > 0 ? withEvents(this.#archetypes, object) : object,
    )
    const { name, scenery } = typeOf(said)
    const list = listOf(said)
    if (scenery && list === undefined) return undefined
    const type = this.#typeNamed(scenery ? wares : name)
    const lives = (scenery || this.#isAlive(said)) && !(list !== undefined && this.#isMute(said, list))
    return { type, lives }
  }

  /** Whether the things drawn from the list are unsupported. */
  #isMute(said: Said, list: string): boolean {
    return isDrawn(said) ? this.#drawn.isEmpty(list) : this.#drawn.isMute(list)
  }

  #typeNamed(name: string): CoveredType {
    const type = this.types.get(name) ?? { name, things: 0, living: 0 }
    this.#types.set(name, type)
    return type
  }

  #isAlive(said: Said): boolean {
    const is = typeOf(said).rule?.(said)
    if (is?.role !== 'monster' || !is.casts || is.casts.spell !== undefined) return is !== undefined
    return this.#bornWith(said).every((name) => this.#livesOf(name) !== false)
  }

  /** [CF-22.9] Spells that a creature has from its archetype and its list. */
  #bornWith(said: Said): readonly string[] {
    const inside = this.#archetypes.get(said.arch)?.inside ?? []
    const listed = said.listed(said.text('randomitems') ?? '', said.number('level')) ?? []
    return [...inside.map(({ arch }) => arch), ...listed].filter(
      (name) => said.other(name)?.type === spellType,
    )
  }

  /** Whether a plain object of the archetype is supported; undefined for scenery and unknown archetypes. */
  #livesOf(archetype: string): boolean | undefined {
    const object = this.#archetypes.get(archetype)
    if (!object) return undefined
    const said = merged(this.#archetypes, { arch: archetype, says: object.says, inside: [] })
    return typeOf(said).scenery ? undefined : typeOf(said).rule?.(said) !== undefined
  }

  /** Unsupported share of an object that is drawn at random; undefined for scenery and unknown archetypes. */
  #muteOf(archetype: string): MuteShare | undefined {
    const lives = this.#livesOf(archetype)
    if (lives === undefined) return undefined
    const object = this.#archetypes.get(archetype)!
    const said = merged(this.#archetypes, { arch: archetype, says: object.says, inside: [] })
    if (isDrawn(said)) return { spellFrom: said.text('randomitems')! }
    if (lives) return 0
    return said.type === potionType ? this.#muteOfPotion(object) : 1
  }

  /**
   * [CF-25.3] The effect of an empty potion comes from its artifacts, all of which are assumed to suit the map. Once
   * the budget of looks is spent, potions count as unsupported.
   */
  #muteOfPotion(potion: LoreObject): number {
    const known = this.#potionShares.get(potion.arch)
    if (known !== undefined) return known
    const all = this.#potions()
    this.#looksLeft -= all.reduce((sum, { allowed }) => sum + 1 + allowed.length, 0)
    const share = this.#looksLeft < 0 ? 1 : this.#shareOfPotion(potion, all)
    this.#potionShares.set(potion.arch, share)
    return share
  }

  #shareOfPotion({ arch, says }: LoreObject, all: readonly Artifact[]): number {
    const sum = weightOf(all)
    if (sum === 0) return 1
    const others = all.filter(({ name }) => name !== 'NONE')
    const fits = others.filter((each) => isAllowed(each, arch, says.get('name') ?? arch))
    const lives = weightOf(fits.filter(({ name }) => this.#livesAs(arch, name))) / sum
    // An artifact that does not fit is drawn again.
    const again = (weightOf(others) - weightOf(fits)) / sum
    let [living, tried] = [0, 1]
    for (let left = triesOfEmptyPotion; left > 0; left--) {
      living += tried * lives
      tried *= again
    }
    return 1 - living
  }

  /** The artifacts of potions, with integer weights as in a draw. */
  #potions(): readonly Artifact[] {
    this.#potionArtifacts ??= (this.#archetypes.artifacts ?? [])
      .filter(({ says }) => Number(says.get('type') ?? 0) === potionType)
      .map((each) => ({ ...each, chance: Math.max(0, Math.floor(each.chance)) }))
    return this.#potionArtifacts
  }

  /** [CF-24.10] */
  #livesAs(arch: string, artifact: string): boolean {
    const said = merged(this.#archetypes, { arch, says: new Map([['artifact', artifact]]), inside: [] })
    return typeOf(said).rule?.(said) !== undefined
  }

  /** Percentages of supported things and of fully supported maps, to one decimal. */
  get share(): { readonly things: number; readonly maps: number } {
    return { things: percent(this.living, this.things), maps: percent(this.wholeMaps, this.maps) }
  }
}

/** Budget: potion artifacts and allowed names examined in one part of an import. Debian's take some 2,000. */
const mostLooks = 2_000_000
const [potionType, spellType, treasure, shopFloor] = [5, 101, 4, 68] as const
/** Type name for shop floors with a list. */
const wares = 'ware of a shop'

/** The list that is drawn from when the map loads; undefined if there is none. */
function listOf(said: Said): string | undefined {
  const list = said.text('randomitems')
  if (list === undefined) return undefined
  const isMonster = said.isMonster && !said.is('friendly') && !said.is('unaggressive')
  if (isMonster || said.type === treasure || isDrawn(said)) return list
  return said.type === shopFloor && said.is('auto_apply') ? list : undefined
}

function weightOf(artifacts: readonly Artifact[]): number {
  return artifacts.reduce((sum, { chance }) => sum + chance, 0)
}

function percent(part: number, whole: number): number {
  return whole === 0 ? 100 : Math.round((1000 * part) / whole) / 10
}
