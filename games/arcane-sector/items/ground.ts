// The items on the ground. The record of each changed tile is stored in the same transaction.
import type { Json, RecordStore } from '../../game.ts'
import { type Place, terrainHeight, terrainWidth } from '../terrain/terrain.ts'
import { type Item, type ItemKind, itemRecord, readItem } from './items.ts'

/** [AS-5.9] Maximum items per tile: a GRND with 121 such tiles is well under 1 MiB. */
export const pileLimit = 64
/** [AS-10.5] Items on the ground of the whole world above which no rule creates more. */
const groundLimit = 16_384
/** Prefix of the record keys. */
const prefix = 'ground/'

/** The items on one tile in order of arrival; at most 255. Immutable: a change replaces the pile. */
export interface Pile extends Place {
  readonly items: readonly Item[]
}

export class Ground {
  readonly #store: RecordStore
  /** By x + 512 y; no pile is empty. */
  readonly #piles = new Map<number, Pile>()
  #count = 0

  constructor(store: RecordStore) {
    this.#store = store
    for (const [key, record] of store.list(prefix)) {
      const [x, y] = key.slice(prefix.length).split(',').map(Number) as [number, number]
      const items = (record as readonly Json[]).map(readItem)
      this.#piles.set(indexOf({ x, y }), { x, y, items })
      this.#count += items.length
    }
  }

  /** Number of items on the ground. */
  get count(): number {
    return this.#count
  }

  /** All piles of items on the ground. */
  get piles(): Iterable<Pile> {
    return this.#piles.values()
  }

  /** In order of arrival. */
  at(place: Place): readonly Item[] {
    return this.#piles.get(indexOf(place))?.items ?? []
  }

  /** Whether a rule may create another item anywhere. */
  get isBelowLimit(): boolean {
    return this.#count < groundLimit
  }

  hasRoom(place: Place): boolean {
    return this.at(place).length < pileLimit
  }

  /** Puts it on top. */
  put(place: Place, item: Item): void {
    this.#count++
    this.#lay(place, [...this.at(place), item])
  }

  /** Removes it. Returns false, without a change, if it is not there. */
  take(place: Place, item: Item): boolean {
    const items = this.at(place)
    if (!items.includes(item)) return false
    this.#count--
    this.#lay(
      place,
      items.filter((each) => each !== item),
    )
    return true
  }

  /** Stores the tile's record, because an item on it has changed. */
  save(place: Place): void {
    this.#lay(place, this.at(place))
  }

  #lay({ x, y }: Place, items: readonly Item[]): void {
    const [index, key] = [indexOf({ x, y }), groundKey({ x, y })]
    if (items.length === 0) {
      this.#piles.delete(index)
      this.#store.delete(key)
      return
    }
    this.#piles.set(index, { x, y, items })
    this.#store.put(key, items.map(itemRecord))
  }

  /** Steps to send one client everything near a place: two for each item, of about 32 bytes. */
  sendCost(place: Place, tiles: number): number {
    return this.pilesNear(place, tiles).reduce((sum, { items }) => sum + 2 * items.length, 1)
  }

  /** The piles at a distance of at most `tiles` in x and in y, by rows. */
  pilesNear(place: Place, tiles: number): Pile[] {
    const found: Pile[] = []
    const right = Math.min(terrainWidth - 1, place.x + tiles)
    const bottom = Math.min(terrainHeight - 1, place.y + tiles)
    for (let y = Math.max(0, place.y - tiles); y <= bottom; y++) {
      for (let x = Math.max(0, place.x - tiles); x <= right; x++) {
        const pile = this.#piles.get(x + terrainWidth * y)
        if (pile) found.push(pile)
      }
    }
    return found
  }
}

/** The key of a tile's record. */
export function groundKey({ x, y }: Place): string {
  return `${prefix}${x},${y}`
}

function indexOf({ x, y }: Place): number {
  return x + terrainWidth * y
}

/**
 * All items on the ground in map order: by id, because that distinguishes doors, but within a tile in order of arrival.
 */
export function itemsByAge(piles: Iterable<Pile>): { readonly place: Place; readonly item: ItemKind }[] {
  const placed = Array.from(piles).flatMap(({ x, y, items }) => {
    let after = 0
    return items.map(({ id, ...item }) => {
      after = Math.max(after, id)
      return { after, place: { x, y }, item }
    })
  })
  return placed.sort((a, b) => a.after - b.after).map(({ place, item }) => ({ place, item }))
}
