// Measures how many things of an imported world are supported. Floors, walls and scenery have no behaviour and are not
// counted. A thing with random contents counts as unsupported if its treasure list is unsupported. A creature counts as
// unsupported if one of its initial spells is unsupported. [CF-20.9]

import { emptyPotionRetries, isArtifactAllowed } from '../attributes/artifacts.ts'
import { attachEvents, connectorObjectType, eventHookOf } from '../attributes/event-hooks.ts'
import { type ArchetypeSource, attributesOf, type ObjectAttributes } from '../attributes/object-attributes.ts'
import { isSpellRandom } from '../converters/magic-items.ts'
import { objectTypeOf } from '../converters/object-types.ts'
import type { ObjectDefinition } from '../format/objects.ts'
import type { Artifact } from '../format/recipes.ts'
import { type KeyCounts, KeyCoverage } from './key-coverage.ts'
import { TreasureCoverage, type UnsupportedShare } from './treasure-coverage.ts'

export interface TypeCoverage {
  readonly name: string
  things: number
  living: number
}

/** Can be serialized, so that the next part of an import continues from these counts. */
export type CoverageCounts = {
  readonly [count in 'things' | 'living' | 'objects' | 'maps' | 'wholeMaps']: number
} & KeyCounts & {
    readonly dialogues: readonly string[]
    readonly types: readonly { readonly [key in keyof TypeCoverage]: TypeCoverage[key] }[]
  }

interface ObjectVerdict {
  readonly type: TypeCoverage
  readonly works: boolean
}

export class ImportCoverage {
  /** Coverage of each type of thing, by the type's name. */
  readonly types: ReadonlyMap<string, TypeCoverage>
  things = 0
  living = 0
  objects = 0
  maps = 0
  wholeMaps = 0
  /** The first `maxDialogues` dialogues that objects name. */
  readonly dialogues: Set<string>
  readonly #types = new Map<string, TypeCoverage>()
  readonly #archetypes: ArchetypeSource
  readonly #drawn: TreasureCoverage
  /** [CF-20.9] */
  readonly keys: KeyCoverage
  /** Verdicts on objects without attributes of their own, by archetype name. Undefined for scenery. */
  readonly #plain = new Map<string, ObjectVerdict | undefined>()
  /** By archetype name. */
  readonly #potionShares = new Map<string, number>()
  #potionArtifacts: readonly Artifact[] | undefined
  #budgetLeft = maxSteps

  constructor(archetypes: ArchetypeSource, before?: CoverageCounts) {
    this.#archetypes = archetypes
    this.#drawn = new TreasureCoverage(archetypes.treasureLists ?? new Map(), (name) =>
      this.#unsupportedShareOf(name),
    )
    this.types = this.#types
    const { types = [], keys = 0, dropped = [], dialogues = [], ...counts } = before ?? {}
    this.dialogues = new Set(dialogues)
    this.keys = new KeyCoverage(archetypes, { keys, dropped })
    Object.assign(this, counts)
    for (const type of types) this.#types.set(type.name, { ...type })
  }

  get counted(): CoverageCounts {
    const { things, living, objects, maps, wholeMaps } = this
    return {
      ...{ things, living, objects, maps, wholeMaps, ...this.keys.counts },
      ...{ dialogues: [...this.dialogues], types: [...this.types.values()] },
    }
  }

  count(objects: Iterable<ObjectDefinition>): void {
    const mute = this.things - this.living
    for (const object of objects) this.#add(object)
    this.maps++
    if (this.things - this.living === mute) this.wholeMaps++
  }

  #add(object: ObjectDefinition): void {
    this.objects++
    for (const each of object.inside) this.#add(each)
    const judged = this.#verdictOf(object)
    if (!judged) return
    const { type, works } = judged
    if (works) this.keys.add(attributesOf(this.#archetypes, object))
    type.things++
    this.things++
    if (!works) return
    type.living++
    this.living++
  }

  #verdictOf(object: ObjectDefinition): ObjectVerdict | undefined {
    const { arch, attributes } = object
    if (attributes.size > 0 || object.inside.length > 0) return this.#evaluate(object)
    const known = this.#plain.get(arch)
    if (known !== undefined || this.#plain.has(arch)) return known
    const judged = this.#evaluate(object)
    // Use the archetype's own string as the key: the object's string would keep its whole map text in memory.
    this.#plain.set(this.#archetypes.get(arch)?.arch ?? arch, judged)
    return judged
  }

  #evaluate(object: ObjectDefinition): ObjectVerdict | undefined {
    const attributes = attributesOf(
      this.#archetypes,
      object.inside.length > 0 ? attachEvents(this.#archetypes, object) : object,
    )
    const script = attributes.type === connectorObjectType ? eventHookOf(attributes)?.script : undefined
    if (script?.type === 'dialogue' && this.dialogues.size < maxDialogues) this.dialogues.add(script.file)
    const { name, scenery } = objectTypeOf(attributes)
    const list = listOf(attributes)
    if (scenery && list === undefined) return undefined
    const type = this.#typeNamed(scenery ? wares : name)
    const lives =
      (scenery || this.#isSupported(attributes)) &&
      !(list !== undefined && this.#isListUnsupported(attributes, list))
    return { type, works: lives }
  }

  #isListUnsupported(attributes: ObjectAttributes, list: string): boolean {
    return isSpellRandom(attributes) ? this.#drawn.isEmpty(list) : this.#drawn.isUnsupported(list)
  }

  #typeNamed(name: string): TypeCoverage {
    const counted = this.#types.has(name) || this.#types.size < maxTypes ? name : otherTypes
    const type = this.#types.get(counted) ?? { name: counted, things: 0, living: 0 }
    this.#types.set(counted, type)
    return type
  }

  #isSupported(attributes: ObjectAttributes): boolean {
    const is = objectTypeOf(attributes).rule?.(attributes)
    if (is?.role !== 'monster' || !is.casts || is.casts.spell !== undefined) return is !== undefined
    return this.#initialSpells(attributes).every((name) => this.#isArchetypeSupported(name) !== false)
  }

  /** [CF-22.9] */
  #initialSpells(attributes: ObjectAttributes): readonly string[] {
    const inside = this.#archetypes.get(attributes.arch)?.inside ?? []
    const listed = attributes.listed(attributes.text('randomitems') ?? '', attributes.int('level')) ?? []
    return [...inside.map(({ arch }) => arch), ...listed].filter(
      (name) => attributes.other(name)?.type === spellType,
    )
  }

  /** Undefined for scenery and unknown archetypes. */
  #isArchetypeSupported(archetype: string): boolean | undefined {
    const object = this.#archetypes.get(archetype)
    if (!object) return undefined
    const attributes = this.#withoutContents(archetype, object.attributes)
    const { scenery, rule } = objectTypeOf(attributes)
    return scenery ? undefined : rule?.(attributes) !== undefined
  }

  #withoutContents(arch: string, attributes: ObjectDefinition['attributes']): ObjectAttributes {
    return attributesOf(this.#archetypes, { arch, attributes, inside: [] })
  }

  /** Undefined for scenery and unknown archetypes. */
  #unsupportedShareOf(archetype: string): UnsupportedShare | undefined {
    const lives = this.#isArchetypeSupported(archetype)
    if (lives === undefined) return undefined
    const object = this.#archetypes.get(archetype)!
    const attributes = this.#withoutContents(archetype, object.attributes)
    if (isSpellRandom(attributes)) return { spellFrom: attributes.text('randomitems')! }
    if (lives) return 0
    return attributes.type === potionType ? this.#unsupportedShareOfPotion(object) : 1
  }

  /**
   * [CF-25.3] Assumes that each artifact suits the difficulty of the map. When the budget of checks is used up, further
   * potions count as unsupported.
   */
  #unsupportedShareOfPotion(potion: ObjectDefinition): number {
    const known = this.#potionShares.get(potion.arch)
    if (known !== undefined) return known
    const all = this.#potions()
    this.#budgetLeft -= all.reduce((sum, { allowedArchetypes }) => sum + 1 + allowedArchetypes.length, 0)
    const share = this.#budgetLeft < 0 ? 1 : this.#shareOfPotion(potion, all)
    this.#potionShares.set(potion.arch, share)
    return share
  }

  #shareOfPotion({ arch, attributes }: ObjectDefinition, all: readonly Artifact[]): number {
    const sum = weightOf(all)
    if (sum === 0) return 1
    const others = all.filter(({ name }) => name !== 'NONE')
    const fits = others.filter((each) => isArtifactAllowed(each, arch, attributes.get('name') ?? arch))
    const lives = weightOf(fits.filter(({ name }) => this.#isSupportedAs(arch, name))) / sum
    // Probability that the drawn artifact does not fit, so that another one is drawn.
    const again = (weightOf(others) - weightOf(fits)) / sum
    let [living, tried] = [0, 1]
    for (let left = emptyPotionRetries; left > 0; left--) {
      living += tried * lives
      tried *= again
    }
    return 1 - living
  }

  /** The artifacts of potions, with their chances rounded down as in the random choice. */
  #potions(): readonly Artifact[] {
    this.#potionArtifacts ??= (this.#archetypes.artifacts ?? [])
      .filter(({ attributes }) => Number(attributes.get('type') ?? 0) === potionType)
      .map((each) => ({ ...each, chance: Math.max(0, Math.floor(each.chance)) }))
    return this.#potionArtifacts
  }

  /** [CF-24.10] */
  #isSupportedAs(arch: string, artifact: string): boolean {
    const attributes = this.#withoutContents(arch, new Map([['artifact', artifact]]))
    return objectTypeOf(attributes).rule?.(attributes) !== undefined
  }

  /** Percentages, rounded to one decimal. */
  get share(): { readonly things: number; readonly maps: number; readonly keys: number } {
    const { keys, droppedKeys } = this.keys
    return {
      things: percent(this.living, this.things),
      maps: percent(this.wholeMaps, this.maps),
      keys: percent(keys - droppedKeys, keys),
    }
  }
}

/**
 * Maximum number of artifacts and names that one part of an import checks for potions. Debian's archives need some
 * 2,000.
 */
const maxSteps = 2_000_000
const [potionType, spellType, treasure, shopFloor] = [5, 101, 4, 68] as const
/** Maximum number of types that are counted apart; all others are counted as `otherTypes`. */
const [maxTypes, otherTypes] = [1000, 'other types'] as const
const maxDialogues = 1000
const wares = 'ware of a shop'

/** Undefined if no contents are drawn when the map loads. */
function listOf(attributes: ObjectAttributes): string | undefined {
  const list = attributes.text('randomitems')
  if (list === undefined) return undefined
  const isMonster = attributes.isMonster && !attributes.flag('friendly') && !attributes.flag('unaggressive')
  if (isMonster || attributes.type === treasure || isSpellRandom(attributes)) return list
  return attributes.type === shopFloor && attributes.flag('auto_apply') ? list : undefined
}

function weightOf(artifacts: readonly Artifact[]): number {
  return artifacts.reduce((sum, { chance }) => sum + chance, 0)
}

function percent(part: number, whole: number): number {
  return whole === 0 ? 100 : Math.round((1000 * part) / whole) / 10
}
