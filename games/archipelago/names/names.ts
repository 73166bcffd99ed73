// The names of slots, items and locations, and the resolution of typed names. Used by the world, hints and commands.
import type { Names, Seed } from '../seed/seed.ts'
import { Candidates, type Intended, intended } from './fuzzy.ts'

/** The game whose names are valid in all games. */
const everywhere = 'Archipelago'

/** The kinds of names that a player can type; hintable kinds include groups of names. */
export type NameKind = 'player' | 'item' | 'location' | 'hintable item' | 'hintable location'

/** Preprocessed lists of names in the cache; the longest takes several MiB. */
const mostPrepared = 6

export class SlotNames {
  readonly #seed: Seed
  readonly #prepared = new Map<string, Candidates>()

  constructor(seed: Seed) {
    this.#seed = seed
  }

  /** '' for an unknown slot. */
  game(slot: number): string {
    return this.#seed.slots.get(slot)?.game ?? ''
  }

  /** Of the game that `slot` plays. */
  item(slot: number, id: number): string {
    const name = this.#seed.names(this.game(slot)).itemName(id)
    return name ?? this.#seed.names(everywhere).itemName(id) ?? `Unknown item (ID: ${id})`
  }

  /** Of the game that `slot` plays. */
  location(slot: number, id: number): string {
    const name = this.#seed.names(this.game(slot)).locationName(id)
    return name ?? this.#seed.names(everywhere).locationName(id) ?? `Unknown location (ID: ${id})`
  }

  /** [AP-8.3] Resolves a typed name in the game of `slot`; undefined: there are no names of that kind. */
  meant(typed: string, kind: NameKind, slot: number): Intended | undefined {
    return intended(typed, this.#candidates(kind, this.game(slot)))
  }

  #candidates(kind: NameKind, game: string): Candidates {
    const key = kind === 'player' ? kind : `${kind} of ${game}`
    const candidates = this.#prepared.get(key) ?? new Candidates(this.#names(kind, game))
    // Evicts the least recently used list.
    this.#prepared.delete(key)
    this.#prepared.set(key, candidates)
    if (this.#prepared.size > mostPrepared) this.#prepared.delete(this.#prepared.keys().next().value!)
    return candidates
  }

  #names(kind: NameKind, game: string): Iterable<string> {
    return kind === 'player' ? this.#seed.connectNames.keys() : namesOf(this.#seed.names(game), kind)
  }
}

function namesOf(names: Names, kind: Exclude<NameKind, 'player'>): Iterable<string> {
  switch (kind) {
    case 'item':
      return names.items.keys()
    case 'location':
      return names.locations.keys()
    case 'hintable item':
      return [...names.items.keys(), ...names.itemGroups.keys()]
    case 'hintable location':
      return [...names.locations.keys(), ...names.locationGroups.keys()]
  }
}
