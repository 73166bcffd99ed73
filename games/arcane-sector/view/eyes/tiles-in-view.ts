// [AS-16.2] Which tiles are looked at, and where they lie before the eye.

import { heading, moves, stepped } from '../../land/directions.ts'
import { height, type Place, tiles, width } from '../../land/terrain.ts'
import type { Land } from '../above/land.ts'
import type { Eye } from './outlook.ts'
import { behind, tileSize } from './projection.ts'

/** Rows of tiles ahead that are drawn, after that on which the eye is: what comes then is all fog. */
export const farthest = 25

export interface SeenTile {
  readonly place: Place
  /** Water outside the map. */
  readonly kind: number
  readonly look: number
  readonly isOnMap: boolean
  /** Rows ahead of the eye's. */
  readonly ahead: number
  /** Metres to the tile's middle. */
  readonly x: number
  readonly z: number
}

/** The columns of tiles, to each side, that can be in the picture in a row. */
export function reachOf(row: number): number {
  return Math.floor((3 * row + 3) / 2)
}

/** By rows, the nearest first, each from left to right. */
export function tilesInView(land: Land, eye: Eye): SeenTile[] {
  const [aheadBy, rightBy] = [eye.ahead ?? 0, eye.right ?? 0]
  // Between two tiles the eye is on the nearer one.
  const [rows, columns] = [Math.round(aheadBy), Math.round(rightBy)]
  const ahead = stepped({ x: 0, y: 0 }, eye.facing)
  const right = stepped({ x: 0, y: 0 }, heading(eye.facing, moves.right))
  const seen: SeenTile[] = []
  for (let row = 0; row <= farthest; row++)
    for (let column = -reachOf(row); column <= reachOf(row); column++) {
      const [forward, sideward] = [row + rows, column + columns]
      const place = {
        x: eye.x + ahead.x * forward + right.x * sideward,
        y: eye.y + ahead.y * forward + right.y * sideward,
      }
      const isOnMap = place.x >= 0 && place.x < width && place.y >= 0 && place.y < height
      const cell = place.x + width * place.y
      seen.push({
        place,
        kind: isOnMap ? land.kinds[cell]! : tiles.water,
        look: isOnMap ? land.looks[cell]! : 0,
        isOnMap,
        ahead: row,
        x: (sideward - rightBy) * tileSize,
        z: (forward - aheadBy) * tileSize + behind,
      })
    }
  return seen
}
