// Finds the items and mobs of a tile, and the item or mob to which a drawn pixel belongs.
import { type Place, terrainWidth } from '../../terrain/terrain.ts'
import type { PickTarget, ViewInput, VisibleItem, VisibleMob, VisiblePile } from './view-input.ts'

/** The visible items and mobs, by tile, and by owner number after they were drawn. */
export class VisibleObjects {
  readonly #piles: ReadonlyMap<number, readonly VisibleItem[]>
  readonly #mobs = new Map<number, VisibleMob[]>()
  /** The drawn items and mobs. The index is the owner number minus one. */
  readonly #drawn: PickTarget[] = []
  readonly #names: string[] = []

  constructor({ piles, mobs }: Pick<ViewInput, 'piles' | 'mobs'>) {
    this.#piles = new Map(piles.map((pile: VisiblePile) => [keyOf(pile), pile.items]))
    for (const mob of mobs) {
      const others = this.#mobs.get(keyOf(mob))
      if (others) others.push(mob)
      else this.#mobs.set(keyOf(mob), [mob])
    }
  }

  isAnythingAt(place: Place): boolean {
    return this.itemsAt(place).length > 0
  }

  itemsAt(place: Place): readonly VisibleItem[] {
    return this.#piles.get(keyOf(place)) ?? []
  }

  mobsAt(place: Place): readonly VisibleMob[] {
    return this.#mobs.get(keyOf(place)) ?? []
  }

  /** Registers an item or mob. Returns the number that marks its pixels. */
  owner(on: 'item' | 'mob', { id, name }: VisibleItem | VisibleMob): number {
    this.#names.push(name)
    return this.#drawn.push({ on, id })
  }

  /** Returns the item or mob with an owner number, and its name. */
  drawn(owner: number): { readonly picked: PickTarget; readonly name: string } | undefined {
    const picked = this.#drawn[owner - 1]
    return picked && { picked, name: this.#names[owner - 1]! }
  }
}

const keyOf = ({ x, y }: Place) => x + terrainWidth * y
