import { type Place, terrainWidth } from '../../terrain/terrain.ts'
import type { PickTarget, ViewInput, VisibleItem, VisibleMob, VisiblePile } from './view-input.ts'

/** The items and mobs on each tile. After drawing, also the object of each owner number. */
export class VisibleObjects {
  readonly #piles: ReadonlyMap<number, readonly VisibleItem[]>
  readonly #mobs = new Map<number, VisibleMob[]>()
  /** The index of an object is its owner number minus one. */
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

  itemsAt(place: Place): readonly VisibleItem[] {
    return this.#piles.get(keyOf(place)) ?? []
  }

  mobsAt(place: Place): readonly VisibleMob[] {
    return this.#mobs.get(keyOf(place)) ?? []
  }

  /** Adds an item or mob that is drawn. Returns its owner number, which marks its pixels. */
  addDrawn(on: 'item' | 'mob', { id, name }: VisibleItem | VisibleMob): number {
    this.#names.push(name)
    return this.#drawn.push({ on, id })
  }

  drawn(owner: number): { readonly picked: PickTarget; readonly name: string } | undefined {
    const picked = this.#drawn[owner - 1]
    return picked && { picked, name: this.#names[owner - 1]! }
  }
}

const keyOf = ({ x, y }: Place) => x + terrainWidth * y
