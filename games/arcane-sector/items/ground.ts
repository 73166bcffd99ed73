// A change of the ground stores the record of the tile in the same transaction.
import type { Json, RecordStore } from '../../game.ts'
import { type Place, terrainHeight, terrainWidth } from '../terrain/terrain.ts'
import { type Item, type ItemKind, itemRecord, readItem } from './items.ts'

/** [AS-5.9] Maximum number of items on a tile. A GRND with 121 full tiles is much smaller than 1 MiB. */
export const maxPileItems = 64
/** [AS-10.5] Spawners and loot create no items while this many items are on the ground of the world. */
const groundLimit = 16_384
const prefix = 'ground/'

/** Piles are immutable. A change replaces the pile. */
export interface Pile extends Place {
  /** Items in the order in which they were put down. */
  readonly items: readonly Item[]
}

export class Ground {
  readonly #store: RecordStore
  /** Indexed by x + 512 y. A tile without items has no pile. */
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

  get count(): number {
    return this.#count
  }

  get piles(): Iterable<Pile> {
    return this.#piles.values()
  }

  /** Returns the tile's items in the order in which they were put down. */
  at(place: Place): readonly Item[] {
    return this.#piles.get(indexOf(place))?.items ?? []
  }

  /** Whether spawners and loot may create another item. */
  get isBelowLimit(): boolean {
    return this.#count < groundLimit
  }

  hasRoom(place: Place): boolean {
    return this.at(place).length < maxPileItems
  }

  /** The item is then on top of the tile's pile. */
  put(place: Place, item: Item): void {
    this.#count++
    this.#lay(place, [...this.at(place), item])
  }

  /** Returns false and changes nothing if the item is not on the tile. */
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

  /** Call this after changing one of the tile's items. */
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

  /** Steps to send the changed ground to one client: one, and two for each item, which has about 32 bytes. */
  sendCost(place: Place, tiles: number): number {
    return this.pilesNear(place, tiles).reduce((sum, { items }) => sum + 2 * items.length, 1)
  }

  /** Piles within `tiles` in x and in y, by rows. */
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

export function groundKey({ x, y }: Place): string {
  return `${prefix}${x},${y}`
}

function indexOf({ x, y }: Place): number {
  return x + terrainWidth * y
}

/**
 * Sorts by item id, as in a map file, where the order of doors matters. The items of one tile stay in order of arrival.
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
