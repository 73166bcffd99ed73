// [CF-12.2] The neighbouring cells select the face of a wall or roof from a set.
import type { JoinedFaceSet } from '../../model/definitions/archetype.ts'
import { faceNumberOf } from './face-table.ts'

/** Whether the set of faces continues in the cell in that direction. Walls also continue outside of the map. */
export interface WallNeighbours {
  readonly north: boolean
  readonly east: boolean
  readonly south: boolean
  readonly west: boolean
}

/** A set of walls has sixteen faces. A set of roofs has two rows, each with a left end, a middle and a right end. */
export function joinedFace(set: JoinedFaceSet, { north, east, south, west }: WallNeighbours): number {
  if (set.startsWith('roof')) {
    const column = west ? (east ? 2 : 3) : 1
    return faceNumberOf(`${set}_${(north ? 3 : 0) + column}.111`)
  }
  const joins = (north ? 1 : 0) + (east ? 2 : 0) + (south ? 4 : 0) + (west ? 8 : 0)
  return faceNumberOf(`${set}_${joins.toString(16)}.111`)
}
