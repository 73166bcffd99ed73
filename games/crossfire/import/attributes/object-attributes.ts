// Keys that an object lacks are looked up in its archetype.
import type { ObjectDefinition } from '../format/objects.ts'
import type { Artifact } from '../format/recipes.ts'
import type { TreasureEntry, TreasureList } from '../format/treasures.ts'
import { applyArtifact } from './artifacts.ts'

export interface ArchetypeSource {
  readonly treasureLists?: ReadonlyMap<string, TreasureList>
  /** Undefined if the artifacts are not loaded. */
  readonly artifacts?: readonly Artifact[]
  /** Undefined if the races are not loaded. */
  readonly races?: ReadonlyMap<string, ReadonlySet<string>>
  get(archetype: string): ObjectDefinition | undefined
  treasureList?(list: string, level: number): readonly string[]
  artifact?(name: string, archetype: ObjectDefinition): Artifact | undefined
}

/** `inside`: the objects that the map puts into this object; undefined if they are unknown. */
export interface RawObject {
  readonly arch: string
  readonly attributes: ReadonlyMap<string, string>
  readonly inside?: readonly ObjectDefinition[] | undefined
}

const spellType = 101
const noAttributes: ReadonlyMap<string, string> = new Map()
const none: ArchetypeSource = { get: () => undefined }

export class ObjectAttributes {
  /** Name of the object's archetype, or of the archetype itself. */
  readonly arch: string
  readonly #ownAttributes: ReadonlyMap<string, string>
  readonly #archetype: ReadonlyMap<string, string>

  readonly #inside: readonly ObjectDefinition[] | undefined
  #reads: Set<string> | undefined
  readonly #source: ArchetypeSource

  constructor(
    arch: string,
    own: ReadonlyMap<string, string>,
    source: ArchetypeSource = none,
    inside?: readonly ObjectDefinition[],
  ) {
    this.arch = arch
    this.#ownAttributes = own
    this.#source = source
    this.#archetype = archetypeOf(source, arch, own.get('artifact'))
    this.#inside = inside
  }

  /** Undefined if the archetype does not exist. */
  other(name: string): ObjectAttributes | undefined {
    return this.#source.get(name) && new ObjectAttributes(name, noAttributes, this.#source)
  }

  /** The archetypes of a treasure list and its nested lists; undefined if the lists are not loaded. */
  listed(list: string, level: number): readonly string[] | undefined {
    return this.#source.treasureList?.(list, level)
  }

  /** The entries of a treasure list in order; undefined if the list does not exist or the lists are not loaded. */
  entries(list: string): readonly TreasureEntry[] | undefined {
    return this.#source.treasureLists?.get(list)?.entries
  }

  /** The first object inside the archetype, such as a potion's spell. */
  get held(): ObjectAttributes | undefined {
    const [first] = this.#source.get(this.arch)?.inside ?? []
    return first && new ObjectAttributes(first.arch, first.attributes, this.#source)
  }

  /** The first spell among the objects that the map puts inside. */
  get spellInside(): ObjectAttributes | undefined {
    for (const { arch, attributes } of this.#inside ?? []) {
      const held = new ObjectAttributes(arch, attributes, this.#source)
      if (held.type === spellType) return held
    }
    return undefined
  }

  get hasKnownContents(): boolean {
    return this.#inside !== undefined
  }

  get line(): number {
    return this.#source.get(this.arch)?.line ?? 0
  }

  /** The attributes that the map or a random choice has set. They are part of the archetype id. */
  get own(): ObjectDefinition['attributes'] {
    return this.#ownAttributes
  }

  get keys(): ReadonlyMap<string, string> {
    return new Map([...this.#archetype, ...this.#ownAttributes])
  }

  isOwn(key: string): boolean {
    return this.#ownAttributes.has(key)
  }

  isAnyOwn(keys: readonly string[]): boolean {
    return keys.some((key) => this.#ownAttributes.has(key))
  }

  /** An integer of at least 0. Ignores the attributes of the object itself. */
  archetypeInt(key: string): number {
    const number = Math.trunc(Number(this.#archetype.get(key) ?? 0))
    return number > 0 && Number.isSafeInteger(number) ? number : 0
  }

  /** Returns `otherwise` if the key is missing or not a number. */
  int(key: string, otherwise = 0): number {
    const value = this.text(key)
    if (value === undefined) return otherwise
    const number = Number(value)
    return Number.isFinite(number) ? number : otherwise
  }

  /** Clamps to the range, because uploads can contain any number. Truncates fractions, as Crossfire does. */
  intWithin(key: string, least: number, most: number, otherwise = 0): number {
    return Math.trunc(this.decimal(key, least, most, otherwise)) || 0
  }

  /** Like `intWithin`, but keeps fractions, which only speeds have. */
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

  /** Adds the keys that are read from now on to the returned set. */
  trackReads(): ReadonlySet<string> {
    this.#reads ??= new Set()
    return this.#reads
  }

  /** Selects the converter in converters/object-types.ts. */
  get type(): number {
    return this.int('type')
  }

  get name(): string {
    return this.text('name') ?? this.arch
  }

  /** From 1 to 115. */
  get level(): number {
    return this.intWithin('level', 1, 115, 1)
  }

  /**
   * Whether the object blocks walking: by `move_block all` or `move_block walk`, or by `no_pass` in old files. Other
   * values of `move_block`, such as those that block only boats, do not block walking.
   */
  get blocksWalking(): boolean {
    return includesWalking(this.text('move_block')) || this.flag('no_pass')
  }

  /** Whether players can walk here although another object of the cell blocks walking. */
  get allowsWalking(): boolean {
    return includesWalking(this.text('move_allow'))
  }

  /** Whether the object is a creature or a generator of creatures. On spells the same keys have another meaning. */
  get isMonster(): boolean {
    if (this.type === spellType) return false
    return this.flag('monster') || (this.flag('alive') && (this.type === 80 || this.flag('generator')))
  }
}

function includesWalking(moveTypes = ''): boolean {
  return /(^|\s)(all|walk)(\s|$)/.test(moveTypes)
}

/** The archetype's attributes, with the changes of the map. */
export function attributesOf(
  source: ArchetypeSource,
  { arch, attributes, inside }: RawObject,
): ObjectAttributes {
  return new ObjectAttributes(arch, attributes, source, inside)
}

/** [CF-24.10] */
function archetypeOf(
  source: ArchetypeSource,
  arch: string,
  artifact: string | undefined,
): ReadonlyMap<string, string> {
  const object = source.get(arch)
  const found = object && artifact !== undefined ? source.artifact?.(artifact, object) : undefined
  return found ? applyArtifact(object!.attributes, found) : (object?.attributes ?? noAttributes)
}
