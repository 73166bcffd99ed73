// Drawn by hand for this project. See import/text-map.ts for the format.
import type { MapData } from '../board/board.ts'
import { readTextMap } from '../import/text-map.ts'
import drawing from './harbor.map'

/** A new copy, 121x91 tiles. */
export function createHarborMap(): MapData {
  return readTextMap(drawing)
}
