import type { ItemAndLocationNames, Seed } from '../seed/seed.ts'
import { findBestMatch, NameCandidates, type NameMatch } from './fuzzy-match.ts'

/** The game whose item and location names are valid in all games. */
const universalGame = 'Archipelago'

/** The kinds `hintable item` and `hintable location` include the names of groups. */
export type NameKind = 'player' | 'item' | 'location' | 'hintable item' | 'hintable location'

/** Maximum number of cached lists of names. The largest list takes several MiB. */
const maxCachedLists = 6

export class SlotNames {
  readonly #seed: Seed
  readonly #candidateCache = new Map<string, NameCandidates>()

  constructor(seed: Seed) {
    this.#seed = seed
  }

  /** '' for an unknown slot. */
  gameOf(slot: number): string {
    return this.#seed.slots.get(slot)?.game ?? ''
  }

  itemName(slot: number, id: number): string {
    const name = this.#seed.names(this.gameOf(slot)).itemName(id)
    return name ?? this.#seed.names(universalGame).itemName(id) ?? `Unknown item (ID: ${id})`
  }

  locationName(slot: number, id: number): string {
    const name = this.#seed.names(this.gameOf(slot)).locationName(id)
    return name ?? this.#seed.names(universalGame).locationName(id) ?? `Unknown location (ID: ${id})`
  }

  /** [AP-8.3] Undefined if the game of `slot` has no names of that kind. */
  resolve(typed: string, kind: NameKind, slot: number): NameMatch | undefined {
    return findBestMatch(typed, this.#candidates(kind, this.gameOf(slot)))
  }

  #candidates(kind: NameKind, game: string): NameCandidates {
    const key = kind === 'player' ? kind : `${kind} of ${game}`
    const candidates = this.#candidateCache.get(key) ?? new NameCandidates(this.#names(kind, game))
    // The end of the cache has the most recently used list.
    this.#candidateCache.delete(key)
    this.#candidateCache.set(key, candidates)
    if (this.#candidateCache.size > maxCachedLists)
      this.#candidateCache.delete(this.#candidateCache.keys().next().value!)
    return candidates
  }

  #names(kind: NameKind, game: string): Iterable<string> {
    return kind === 'player' ? this.#seed.connectNames.keys() : namesOfKind(this.#seed.names(game), kind)
  }
}

function namesOfKind(names: ItemAndLocationNames, kind: Exclude<NameKind, 'player'>): Iterable<string> {
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
