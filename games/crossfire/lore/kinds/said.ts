// What an object of a host's says, by key: numbers and words, as a rule asks for them.
import type { LoreObject } from '../objects.ts'

const none: ReadonlyMap<string, string> = new Map()

export class Said {
  /** Of its archetype, where it is not one itself. */
  readonly arch: string
  readonly #own: ReadonlyMap<string, string>
  readonly #archetype: ReadonlyMap<string, string>

  /** What its archetype holds first: a potion's spell. */
  readonly held: Said | undefined

  constructor(
    arch: string,
    own: ReadonlyMap<string, string>,
    archetype: ReadonlyMap<string, string> = none,
    held?: Said,
  ) {
    this.arch = arch
    this.held = held
    this.#own = own
    this.#archetype = archetype
  }

  /** All that it says, with its archetype. */
  get keys(): ReadonlyMap<string, string> {
    return new Map([...this.#archetype, ...this.#own])
  }

  /** Whether a map says the key, not only its archetype. */
  isOwn(key: string): boolean {
    return this.#own.has(key)
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

  /** It lives, and moves by itself. */
  get isMonster(): boolean {
    return this.is('monster') || (this.is('alive') && this.type === 80)
  }
}

/** The archetype, and over it what a map says. */
export function merged(
  archetypes: ReadonlyMap<string, LoreObject>,
  own: Pick<LoreObject, 'arch' | 'says'>,
): Said {
  const archetype = archetypes.get(own.arch)
  const [first] = archetype?.inside ?? []
  const held = first && new Said(first.arch, first.says, archetypes.get(first.arch)?.says)
  return new Said(own.arch, own.says, archetype?.says, held)
}
