// [AS-16.2]

import { directionOfMove, moveDirections, placeInDirection } from '../../terrain/directions.ts'
import { type Place, terrainHeight, terrainWidth, tileKinds } from '../../terrain/terrain.ts'
import type { MapTiles } from '../map/landscape.ts'
import { eyeSetback, tileSize } from './projection.ts'
import type { Viewpoint } from './view-input.ts'

/** The last row that is drawn. Behind it, only fog is visible. */
const maxVisibleRow = 25

export interface VisibleTile {
  readonly place: Place
  /** Tiles outside the map are water. */
  readonly kind: number
  readonly look: number
  /** Rows ahead of the viewer. */
  readonly row: number
  /** Columns to the right of the viewer. */
  readonly column: number
  /** Metres from the viewer to the middle of the tile, to the right. */
  readonly x: number
  /** Metres from the viewer to the middle of the tile, straight ahead. */
  readonly z: number
}

/** Tiles to each side of the middle that can be visible in a row. */
export function maxVisibleColumn(row: number): number {
  return Math.floor((3 * row + 3) / 2)
}

export class VisibleTiles {
  /** All visible tiles by rows, the nearest row first, and from left to right in a row. */
  readonly nearFirst: readonly VisibleTile[]
  /** The same tiles in reverse order. */
  readonly farFirst: readonly VisibleTile[]
  /** The index in `nearFirst` of the middle tile of each row. */
  readonly #middles: readonly number[]

  constructor(land: MapTiles, eye: Viewpoint) {
    const seen: VisibleTile[] = []
    const middles: number[] = []
    const tileAt = looker(land, eye)
    for (let row = 0; row <= maxVisibleRow; row++) {
      const reach = maxVisibleColumn(row)
      middles.push(seen.length + reach)
      for (let column = -reach; column <= reach; column++) seen.push(tileAt(row, column))
    }
    this.nearFirst = seen
    this.farFirst = Array.from({ length: seen.length }, (_, n) => seen[seen.length - 1 - n]!)
    this.#middles = middles
  }

  /** Undefined for a tile that is not visible. */
  at(row: number, column: number): VisibleTile | undefined {
    if (row < 0 || row > maxVisibleRow || Math.abs(column) > maxVisibleColumn(row)) return undefined
    return this.nearFirst[this.#middles[row]! + column]
  }
}

function looker({ kinds, looks }: MapTiles, eye: Viewpoint): (row: number, column: number) => VisibleTile {
  const [aheadBy, rightBy] = [eye.ahead ?? 0, eye.right ?? 0]
  // A viewer between two tiles counts as on the nearer one.
  const [rows, columns] = [Math.round(aheadBy), Math.round(rightBy)]
  const ahead = placeInDirection({ x: 0, y: 0 }, eye.facing)
  const right = placeInDirection({ x: 0, y: 0 }, directionOfMove(eye.facing, moveDirections.right))
  return (row, column) => {
    const [forward, sideward] = [row + rows, column + columns]
    const x = eye.x + ahead.x * forward + right.x * sideward
    const y = eye.y + ahead.y * forward + right.y * sideward
    const isOnMap = x >= 0 && x < terrainWidth && y >= 0 && y < terrainHeight
    const cell = x + terrainWidth * y
    return {
      place: { x, y },
      kind: isOnMap ? kinds[cell]! : tileKinds.water,
      look: isOnMap ? looks[cell]! : 0,
      ...{ row, column },
      x: (sideward - rightBy) * tileSize,
      z: (forward - aheadBy) * tileSize + eyeSetback,
    }
  }
}
