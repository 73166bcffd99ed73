// An object's attributes: numbers and text by key, with the archetype as fallback.
import type { ObjectDefinition } from '../format/objects.ts'
import type { Artifact } from '../format/recipes.ts'
import type { TreasureEntry, TreasureList } from '../format/treasures.ts'
import { applyArtifact } from './artifacts.ts'

/** Imported archetypes, treasure lists, artifacts and races, by name. */
export interface ArchetypeSource {
  readonly treasureLists?: ReadonlyMap<string, TreasureList>
  /** All artifacts; undefined if they are not loaded. */
  readonly artifacts?: readonly Artifact[]
  /** Archetypes of each race; undefined if they are not loaded. */
  readonly races?: ReadonlyMap<string, readonly string[]>
  get(archetype: string): ObjectDefinition | undefined
  treasureList?(list: string, level: number): readonly string[]
  /** The artifact of that name that the archetype allows. */
  artifact?(name: string, archetype: ObjectDefinition): Artifact | undefined
}

/** `inside`: the contents that the map gives it; undefined if they are unknown. */
export interface RawObject {
  readonly arch: string
  readonly attributes: ReadonlyMap<string, string>
  readonly inside?: readonly ObjectDefinition[] | undefined
}

/** Object type of spells. */
const spellType = 101
const noAttributes: ReadonlyMap<string, string> = new Map()
const none: ArchetypeSource = { get: () => undefined }

export class ObjectAttributes {
  /** Name of the object's archetype; for an archetype its own name. */
  readonly arch: string
  readonly #ownAttributes: ReadonlyMap<string, string>
  readonly #archetype: ReadonlyMap<string, string>

  readonly #inside: readonly ObjectDefinition[] | undefined
  #reads: Set<string> | undefined
  readonly #source: ArchetypeSource

  constructor(
    arch: string,
    own: ReadonlyMap<string, string>,
    brought: ArchetypeSource = none,
    inside?: readonly ObjectDefinition[],
  ) {
    this.arch = arch
    this.#ownAttributes = own
    this.#source = brought
    this.#archetype = archetypeOf(brought, arch, own.get('artifact'))
    this.#inside = inside
  }

  /** Another imported archetype. */
  other(name: string): ObjectAttributes | undefined {
    return this.#source.get(name) && new ObjectAttributes(name, noAttributes, this.#source)
  }

  /** Archetypes that a list gives at that level; undefined if the lists are not loaded. */
  listed(list: string, level: number): readonly string[] | undefined {
    return this.#source.treasureList?.(list, level)
  }

  /** The entries of a list, in order; undefined if the list does not exist or the lists are not loaded. */
  entries(list: string): readonly TreasureEntry[] | undefined {
    return this.#source.treasureLists?.get(list)?.entries
  }

  /** The first object inside the archetype, such as a potion's spell. */
  get held(): ObjectAttributes | undefined {
    const [first] = this.#source.get(this.arch)?.inside ?? []
    return first && new ObjectAttributes(first.arch, first.attributes, this.#source)
  }

  /** The first spell that its map puts into it. */
  get spellInside(): ObjectAttributes | undefined {
    for (const { arch, attributes } of this.#inside ?? []) {
      const held = new ObjectAttributes(arch, attributes, this.#source)
      if (held.type === spellType) return held
    }
    return undefined
  }

  /** Whether the contents that the map gives it are known. */
  get hasKnownContents(): boolean {
    return this.#inside !== undefined
  }

  /** Line of the archetype in its file. */
  get line(): number {
    return this.#source.get(this.arch)?.line ?? 0
  }

  /** Attributes that differ from the archetype, set by the map or picked at random: those in the id. */
  get own(): ObjectDefinition['attributes'] {
    return this.#ownAttributes
  }

  /** All attributes, including those of the archetype. */
  get keys(): ReadonlyMap<string, string> {
    return new Map([...this.#archetype, ...this.#ownAttributes])
  }

  /** Whether the map sets the key, and not only the archetype. */
  isOwn(key: string): boolean {
    return this.#ownAttributes.has(key)
  }

  isAnyOwn(keys: readonly string[]): boolean {
    return keys.some((key) => this.#ownAttributes.has(key))
  }

  /** The archetype's value, ignoring the map: an integer of at least 0. */
  archetypeAttributes(key: string): number {
    const number = Math.trunc(Number(this.#archetype.get(key) ?? 0))
    return number > 0 && Number.isSafeInteger(number) ? number : 0
  }

  /** The number of a key, or `otherwise` if it is missing or not a number. */
  int(key: string, otherwise = 0): number {
    const value = this.text(key)
    if (value === undefined) return otherwise
    const number = Number(value)
    return Number.isFinite(number) ? number : otherwise
  }

  /** An integer clamped to the range, because uploads can contain anything. Truncates fractions, as Crossfire does. */
  intWithin(key: string, least: number, most: number, otherwise = 0): number {
    return Math.trunc(this.decimal(key, least, most, otherwise)) || 0
  }

  /** Like `intWithin`, but keeps the fraction, which only speeds have. */
  decimal(key: string, least: number, most: number, otherwise = 0): number {
    return Math.min(most, Math.max(least, this.int(key, otherwise)))
  }

  flag(key: string): boolean {
    return this.int(key) !== 0
  }

  text(key: string): string | undefined {
    this.#reads?.add(key)
    return this.#ownAttributes.get(key) ?? this.#archetype.get(key)
  }

  /** Starts to collect the keys that are read. */
  trackReads(): ReadonlySet<string> {
    this.#reads ??= new Set()
    return this.#reads
  }

  /** Object type, which selects the rule: see converters/object-types.ts. */
  get type(): number {
    return this.int('type')
  }

  get name(): string {
    return this.text('name') ?? this.arch
  }

  /** Whether it is a creature or a generator of creatures. On spells the keys have another meaning. */
  get isMonster(): boolean {
    if (this.type === spellType) return false
    return this.flag('monster') || (this.flag('alive') && (this.type === 80 || this.flag('generator')))
  }
}

/** The archetype with a map's changes. */
export function attributesOf(
  brought: ArchetypeSource,
  { arch, attributes, inside }: RawObject,
): ObjectAttributes {
  return new ObjectAttributes(arch, attributes, brought, inside)
}

/** [CF-24.10] The archetype's attributes, modified by the artifact that the object names. */
function archetypeOf(
  brought: ArchetypeSource,
  arch: string,
  artifact: string | undefined,
): ReadonlyMap<string, string> {
  const object = brought.get(arch)
  const found = object && artifact !== undefined ? brought.artifact?.(artifact, object) : undefined
  return found ? applyArtifact(object!.attributes, found) : (object?.attributes ?? noAttributes)
}
