// An object's attributes: numbers and text by key, with the archetype as fallback.
import type { LoreObject } from '../objects.ts'
import type { Artifact } from '../recipes.ts'
import type { TreasureEntry, TreasureList } from '../treasures.ts'
import { asArtifact } from './artifacts.ts'

/** Imported data, by name. `lists`: treasure lists. `listed`: archetypes that a list gives at that level. */
export interface Brought {
  readonly lists?: ReadonlyMap<string, TreasureList>
  /** All artifacts; undefined: not loaded. */
  readonly artifacts?: readonly Artifact[]
  get(archetype: string): LoreObject | undefined
  listed?(list: string, level: number): readonly string[]
  /** The artifact of that name that the archetype allows. */
  artifact?(name: string, archetype: LoreObject): Artifact | undefined
}

/** `inside`: what a map puts into it; undefined: unknown. */
export interface Saying {
  readonly arch: string
  readonly says: ReadonlyMap<string, string>
  readonly inside?: readonly LoreObject[] | undefined
}

/** Object type of spells. */
const spellType = 101
const silent: ReadonlyMap<string, string> = new Map()
const none: Brought = { get: () => undefined }

export class Said {
  /** Name of its archetype, or its own if it is one. */
  readonly arch: string
  readonly #own: ReadonlyMap<string, string>
  readonly #archetype: ReadonlyMap<string, string>

  readonly #inside: readonly LoreObject[] | undefined
  readonly #brought: Brought

  constructor(
    arch: string,
    own: ReadonlyMap<string, string>,
    brought: Brought = none,
    inside?: readonly LoreObject[],
  ) {
    this.arch = arch
    this.#own = own
    this.#brought = brought
    this.#archetype = archetypeOf(brought, arch, own.get('artifact'))
    this.#inside = inside
  }

  /** Another imported archetype. */
  other(name: string): Said | undefined {
    return this.#brought.get(name) && new Said(name, silent, this.#brought)
  }

  /** Archetypes that a list gives at that level; undefined: the lists are not loaded. */
  listed(list: string, level: number): readonly string[] | undefined {
    return this.#brought.listed?.(list, level)
  }

  /** The entries of a list, in order; undefined: no such list, or the lists are not loaded. */
  entries(list: string): readonly TreasureEntry[] | undefined {
    return this.#brought.lists?.get(list)?.entries
  }

  /** The first object inside the archetype, such as a potion's spell. */
  get held(): Said | undefined {
    const [first] = this.#brought.get(this.arch)?.inside ?? []
    return first && new Said(first.arch, first.says, this.#brought)
  }

  /** The first spell that its map puts into it. */
  get spellInside(): Said | undefined {
    for (const { arch, says } of this.#inside ?? []) {
      const said = new Said(arch, says, this.#brought)
      if (said.type === spellType) return said
    }
    return undefined
  }

  /** Whether the contents that the map gives it are known. */
  get isWhole(): boolean {
    return this.#inside !== undefined
  }

  /** Line of the archetype in its file. */
  get line(): number {
    return this.#brought.get(this.arch)?.line ?? 0
  }

  /** Attributes that differ from the archetype, set by the map or drawn: those of the id. */
  get own(): LoreObject['says'] {
    return this.#own
  }

  /** All attributes, with those of the archetype. */
  get keys(): ReadonlyMap<string, string> {
    return new Map([...this.#archetype, ...this.#own])
  }

  /** Whether the map sets the key, and not only the archetype. */
  isOwn(key: string): boolean {
    return this.#own.has(key)
  }

  isAnyOwn(keys: readonly string[]): boolean {
    return keys.some((key) => this.#own.has(key))
  }

  /** The archetype's value, ignoring the map: an integer of at least 0. */
  ofArchetype(key: string): number {
    const number = Math.trunc(Number(this.#archetype.get(key) ?? 0))
    return number > 0 && Number.isSafeInteger(number) ? number : 0
  }

  /** The number of a key, or `otherwise` if it is missing or not a number. */
  number(key: string, otherwise = 0): number {
    const value = this.text(key)
    if (value === undefined) return otherwise
    const number = Number(value)
    return Number.isFinite(number) ? number : otherwise
  }

  /** An integer clamped to the range, because uploads can contain anything. Truncates fractions, as Crossfire does. */
  within(key: string, least: number, most: number, otherwise = 0): number {
    return Math.trunc(this.real(key, least, most, otherwise)) || 0
  }

  /** The same with its fraction, which only speeds have. */
  real(key: string, least: number, most: number, otherwise = 0): number {
    return Math.min(most, Math.max(least, this.number(key, otherwise)))
  }

  is(key: string): boolean {
    return this.number(key) !== 0
  }

  text(key: string): string | undefined {
    return this.#own.get(key) ?? this.#archetype.get(key)
  }

  /** Object type, which selects the rule: see types.ts. */
  get type(): number {
    return this.number('type')
  }

  get name(): string {
    return this.text('name') ?? this.arch
  }

  /** Whether it is a creature or a generator of creatures. On spells the keys have another meaning. */
  get isMonster(): boolean {
    if (this.type === spellType) return false
    return this.is('monster') || (this.is('alive') && (this.type === 80 || this.is('generator')))
  }
}

/** The archetype with a map's changes. */
export function merged(brought: Brought, { arch, says, inside }: Saying): Said {
  return new Said(arch, says, brought, inside)
}

/** [CF-24.10] The archetype's attributes, modified by the artifact that the object names. */
function archetypeOf(
  brought: Brought,
  arch: string,
  artifact: string | undefined,
): ReadonlyMap<string, string> {
  const object = brought.get(arch)
  const found = object && artifact !== undefined ? brought.artifact?.(artifact, object) : undefined
  return found ? asArtifact(object!.says, found) : (object?.says ?? silent)
}
