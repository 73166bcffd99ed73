// The island during its generation.

import type { ItemKind } from '../../../items/items.ts'
import type { Spawner } from '../../../items/spawner.ts'
import type { PlacedItem } from '../../../state/records.ts'
import type { PlacedTownsperson, TownspersonRole } from '../../../state/townsperson.ts'
import { firstIndoorRow, type Place, terrainHeight, terrainWidth } from '../../../terrain/terrain.ts'

/** Size in tiles of the outdoor part of the map. The interiors are in the rows below. */
export const outdoorSize = { width: terrainWidth, height: firstIndoorRow } as const
export const outdoorCells = terrainWidth * firstIndoorRow

export class IslandDraft {
  /** Indexed by x + 512 y. All tiles are `nothing` at first. */
  readonly tiles = new Uint8Array(terrainWidth * terrainHeight)
  readonly items: PlacedItem[] = []
  readonly spawners: Spawner[] = []
  readonly townsfolk: PlacedTownsperson[] = []
  /** Cells with an item, a spawner or a townsperson. */
  readonly #taken = new Set<number>()

  at(x: number, y: number): number {
    return this.tiles[x + terrainWidth * y]!
  }

  set(x: number, y: number, kind: number): void {
    this.tiles[x + terrainWidth * y] = kind
  }

  /** Includes the row `bottom` and the column `right`. */
  fill(left: number, top: number, right: number, bottom: number, kind: number): void {
    for (let y = top; y <= bottom; y++) for (let x = left; x <= right; x++) this.set(x, y, kind)
  }

  /** `as`: whether the item becomes the first or the last of `items`, whose order determines the item ids. */
  put({ x, y }: Place, item: ItemKind, as: 'first' | 'last' = 'last'): void {
    const placed = { place: { x, y }, item }
    if (as === 'first') this.items.unshift(placed)
    else this.items.push(placed)
    this.#taken.add(x + terrainWidth * y)
  }

  /** [AS-12.10] */
  spawn({ x, y }: Place, kind: Spawner['class']): void {
    this.spawners.push({ place: { x, y }, class: kind, cooldown: 60 })
    this.#taken.add(x + terrainWidth * y)
  }

  placeTownsperson(role: TownspersonRole, { x, y }: Place): void {
    this.townsfolk.push({ role, place: { x, y } })
    this.#taken.add(x + terrainWidth * y)
  }

  isTaken(x: number, y: number): boolean {
    return this.#taken.has(x + terrainWidth * y)
  }
}
