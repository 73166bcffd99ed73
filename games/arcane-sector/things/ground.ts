// What lies on the ground. Every change is in the tile's record when the turn ends.
import type { Json, Store } from '../../game.ts'
import { height, type Place, width } from '../land/terrain.ts'
import { type Item, type ItemKind, itemRecord, readItem } from './items.ts'

/** [AS-5.9] Items that a tile takes: what one GRND can carry of 121 such tiles is well under 1 MiB. */
export const pileLimit = 64
/** [AS-10.5] Items that lie about in the whole world: with as many, no rule makes another. */
const groundLimit = 16_384
/** Before the place in the record's key. */
const prefix = 'ground/'

/** What lies on one tile, in the order of arrival; at most 255 items. When any of it changes, another pile lies there. */
export interface Pile extends Place {
  readonly items: readonly Item[]
}

export class Ground {
  readonly #store: Store
  /** By x + 512 y; no pile is empty. */
  readonly #piles = new Map<number, Pile>()
  #count = 0

  constructor(store: Store) {
    this.#store = store
    for (const [key, record] of store.list(prefix)) {
      const [x, y] = key.slice(prefix.length).split(',').map(Number) as [number, number]
      const items = (record as readonly Json[]).map(readItem)
      this.#piles.set(indexOf({ x, y }), { x, y, items })
      this.#count += items.length
    }
  }

  /** How many items lie about. */
  get count(): number {
    return this.#count
  }

  /** Every pile there is. */
  get piles(): Iterable<Pile> {
    return this.#piles.values()
  }

  /** In the order of arrival. */
  at(place: Place): readonly Item[] {
    return this.#piles.get(indexOf(place))?.items ?? []
  }

  /** Whether a rule may make another item, wherever it is to lie. */
  get mayGrow(): boolean {
    return this.#count < groundLimit
  }

  hasRoom(place: Place): boolean {
    return this.at(place).length < pileLimit
  }

  /** Lays it on top. */
  put(place: Place, item: Item): void {
    this.#count++
    this.#lay(place, [...this.at(place), item])
  }

  /** Takes it away; false, and nothing happens, if it does not lie there. */
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

  /** Writes the tile's record: an item that lies there has changed. */
  keep(place: Place): void {
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

  /** Steps to show somebody all that lies near a place: two for each item, of 32 bytes or so. */
  stepsToShow(place: Place, tiles: number): number {
    return this.near(place, tiles).reduce((sum, { items }) => sum + 2 * items.length, 1)
  }

  /** The piles at most `tiles` away in x and in y, by rows. */
  near(place: Place, tiles: number): Pile[] {
    const found: Pile[] = []
    const right = Math.min(width - 1, place.x + tiles)
    const bottom = Math.min(height - 1, place.y + tiles)
    for (let y = Math.max(0, place.y - tiles); y <= bottom; y++) {
      for (let x = Math.max(0, place.x - tiles); x <= right; x++) {
        const pile = this.#piles.get(x + width * y)
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
  return x + width * y
}

/**
 * All that lies about as a map has it: by id, for doors are told apart by that, but of a tile in the order in which it came to
 * lie there.
 */
export function inOrder(piles: Iterable<Pile>): { readonly place: Place; readonly item: ItemKind }[] {
  const placed = Array.from(piles).flatMap(({ x, y, items }) => {
    let after = 0
    return items.map(({ id, ...item }) => {
      after = Math.max(after, id)
      return { after, place: { x, y }, item }
    })
  })
  return placed.sort((a, b) => a.after - b.after).map(({ place, item }) => ({ place, item }))
}
