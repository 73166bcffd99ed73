// What an object of a host's says, by key: numbers and words, as a rule asks for them.
import type { LoreObject } from '../objects.ts'
import type { Artifact } from '../recipes.ts'
import type { TreasureEntry, TreasureList } from '../treasures.ts'
import { asArtifact } from './artifacts.ts'

/**
 * What a host brought, by name. `lists`: of treasures; undefined: they are not at hand. `listed`: archetypes that one of them
 * gives to one of that level.
 */
export interface Brought {
  readonly lists?: ReadonlyMap<string, TreasureList>
  /** All of them; undefined: they are not at hand. */
  readonly artifacts?: readonly Artifact[]
  get(archetype: string): LoreObject | undefined
  listed?(list: string, level: number): readonly string[]
  /** Of that name, that the archetype may become. */
  artifact?(name: string, archetype: LoreObject): Artifact | undefined
}

/** `inside`: what a map puts into it; undefined: nothing is known of that. */
export interface Saying {
  readonly arch: string
  readonly says: ReadonlyMap<string, string>
  readonly inside?: readonly LoreObject[] | undefined
}

/** Of objects that are spells. */
const spellType = 101
const silent: ReadonlyMap<string, string> = new Map()
const none: Brought = { get: () => undefined }

export class Said {
  /** Of its archetype, where it is not one itself. */
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

  /** Another archetype of its host's. */
  other(name: string): Said | undefined {
    return this.#brought.get(name) && new Said(name, silent, this.#brought)
  }

  /** Archetypes that a list gives to one of that level; undefined: nobody knows the lists here. */
  listed(list: string, level: number): readonly string[] | undefined {
    return this.#brought.listed?.(list, level)
  }

  /** What a list has, in its order; undefined: there is none, or nobody knows the lists here. */
  entries(list: string): readonly TreasureEntry[] | undefined {
    return this.#brought.lists?.get(list)?.entries
  }

  /** What its archetype holds first: a potion's spell. */
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

  /** Whether it is known what its map puts into it. */
  get isWhole(): boolean {
    return this.#inside !== undefined
  }

  /** Of its archetype, in its host's file. */
  get line(): number {
    return this.#brought.get(this.arch)?.line ?? 0
  }

  /** What a map says, or what was drawn; as an id has it. */
  get own(): LoreObject['says'] {
    return this.#own
  }

  /** All that it says, with its archetype. */
  get keys(): ReadonlyMap<string, string> {
    return new Map([...this.#archetype, ...this.#own])
  }

  /** Whether a map says the key, not only its archetype. */
  isOwn(key: string): boolean {
    return this.#own.has(key)
  }

  isAnyOwn(keys: readonly string[]): boolean {
    return keys.some((key) => this.#own.has(key))
  }

  /** What its archetype says, whatever a map does: a whole number, 0 and more. */
  ofArchetype(key: string): number {
    const number = Math.trunc(Number(this.#archetype.get(key) ?? 0))
    return number > 0 && Number.isSafeInteger(number) ? number : 0
  }

  /** The number of a key; what is missing or is none is `otherwise`. */
  number(key: string, otherwise = 0): number {
    const value = this.text(key)
    if (value === undefined) return otherwise
    const number = Number(value)
    return Number.isFinite(number) ? number : otherwise
  }

  /** A whole number within what our world counts with; a host may write anything. As in Crossfire a fraction goes. */
  within(key: string, least: number, most: number, otherwise = 0): number {
    return Math.trunc(this.real(key, least, most, otherwise)) || 0
  }

  /** The same with its fraction: speeds alone have one. */
  real(key: string, least: number, most: number, otherwise = 0): number {
    return Math.min(most, Math.max(least, this.number(key, otherwise)))
  }

  is(key: string): boolean {
    return this.number(key) !== 0
  }

  text(key: string): string | undefined {
    return this.#own.get(key) ?? this.#archetype.get(key)
  }

  /** The number that tells what it can do: see types.ts. */
  get type(): number {
    return this.number('type')
  }

  get name(): string {
    return this.text('name') ?? this.arch
  }

  /** It lives, and moves by itself or has others come. A spell that says so is of monsters. */
  get isMonster(): boolean {
    if (this.type === spellType) return false
    return this.is('monster') || (this.is('alive') && (this.type === 80 || this.is('generator')))
  }
}

/** The archetype, and over it what a map says. */
export function merged(brought: Brought, { arch, says, inside }: Saying): Said {
  return new Said(arch, says, brought, inside)
}

/** [CF-24.10] As its object says that it is an artifact, what that makes of it. */
function archetypeOf(
  brought: Brought,
  arch: string,
  artifact: string | undefined,
): ReadonlyMap<string, string> {
  const object = brought.get(arch)
  const found = object && artifact !== undefined ? brought.artifact?.(artifact, object) : undefined
  return found ? asArtifact(object!.says, found) : (object?.says ?? silent)
}
