// The map of the harbor was drawn by hand for this project. import/text-map.ts describes the format.
import type { MapData } from '../board/board.ts'
import { readTextMap } from '../import/text-map.ts'
import drawing from './harbor.map'

/** Returns a new copy of the map, which has 121x91 tiles. */
export function createHarborMap(): MapData {
  return readTextMap(drawing)
}
