// Counts the keys that matter in fights, and those among them that no rule reads. [CF-20.9]

import { archetypeIdOf } from '../attributes/archetype-id.ts'
import { type ArchetypeSource, attributesOf, type ObjectAttributes } from '../attributes/object-attributes.ts'
import { convertArchetype } from '../converters/archetype.ts'
import { objectTypeOf } from '../converters/object-types.ts'

/** Can be serialized, so that the next part of an import continues from these counts. */
export interface KeyCounts {
  readonly keys: number
  readonly dropped: readonly { readonly key: string; readonly things: number }[]
}

/** The keys that are counted, unless their value is 0. */
const counted = /^(resist_\w+|slaying|item_power|attacktype)$/
/** Types whose key `slaying` names races. For exits, altars and other types, `slaying` names a path or a thing. */
const slayingTypes: ReadonlySet<number> = new Set([13, 14, 15])

export class KeyCoverage {
  keys: number
  readonly #dropped: Map<string, number>
  readonly #archetypes: ArchetypeSource
  readonly #ofArchetype = new Map<string, readonly string[]>()
  /** Cache of the counted keys that no rule reads, by the object's archetype, type and counted keys. */
  readonly #unread = new Map<string, readonly string[]>()

  constructor(archetypes: ArchetypeSource, { keys, dropped }: KeyCounts) {
    this.#archetypes = archetypes
    this.keys = keys
    this.#dropped = new Map(dropped.map(({ key, things }) => [key, things]))
  }

  get counts(): KeyCounts {
    const dropped = [...this.#dropped].map(([key, things]) => ({ key, things }))
    return {
      keys: this.keys,
      dropped: dropped.sort((a, b) => b.things - a.things || (a.key < b.key ? -1 : 1)),
    }
  }

  get droppedKeys(): number {
    return [...this.#dropped.values()].reduce((sum, things) => sum + things, 0)
  }

  add(attributes: ObjectAttributes): void {
    const own = [...attributes.own.keys()].filter((key) => counted.test(key))
    const inherited = this.#countedKeysOf(attributes.arch)
    if (own.length === 0 && inherited.length === 0) return
    const slays = attributes.isMonster || slayingTypes.has(attributes.type)
    const keys = [...new Set([...own, ...inherited])].filter(
      (key) => isSet(attributes.text(key)) && (slays || key !== 'slaying'),
    )
    this.keys += keys.length
    const unread = this.#unreadOf(attributes, keys)
    for (const key of keys)
      if (unread.includes(key) && (this.#dropped.has(key) || this.#dropped.size < maxDropped))
        this.#dropped.set(key, (this.#dropped.get(key) ?? 0) + 1)
  }

  #countedKeysOf(arch: string): readonly string[] {
    const known = this.#ofArchetype.get(arch)
    if (known) return known
    const keys = [...(this.#archetypes.get(arch)?.attributes.keys() ?? [])].filter((key) => counted.test(key))
    this.#ofArchetype.set(this.#archetypes.get(arch)?.arch ?? arch, keys)
    return keys
  }

  #unreadOf(attributes: ObjectAttributes, keys: readonly string[]): readonly string[] {
    const { arch, own } = attributes
    const kind = [objectTypeOf(attributes).name, attributes.flag('friendly'), attributes.flag('unaggressive')]
    const name = [arch, ...kind, ...keys].join()
    const known = this.#unread.get(name)
    if (known) return known
    // Count the keys of the identified thing, because the converters read most keys of identified things only.
    const identified = new Map([...own, ['identified', '1']])
    const fresh = attributesOf(this.#archetypes, { arch, attributes: identified })
    const reads = fresh.trackReads()
    convertArchetype(archetypeIdOf({ arch, attributes: identified }), fresh)
    const unread = keys.filter((key) => !reads.has(key))
    if (this.#unread.size >= maxKinds) this.#unread.clear()
    this.#unread.set(name, unread)
    return unread
  }
}

const maxDropped = 1000
const maxKinds = 20_000

function isSet(value: string | undefined): boolean {
  return value !== undefined && value !== '0' && value !== 'none'
}
