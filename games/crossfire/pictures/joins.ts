// [CF-12.2] Walls and roofs that go on in their neighbours: one set of faces each, picked by what stands around.
import type { JoinedSet } from '../scene/archetype.ts'
import { faceNamed } from './faces.ts'

/** Whether the same goes on there. Ask for what lies outside of the map too. */
export interface Neighbours {
  readonly north: boolean
  readonly east: boolean
  readonly south: boolean
  readonly west: boolean
}

/** The number of the face. Walls have sixteen; roofs have an upper and a lower row, each with two ends and a middle. */
export function joinedFace(set: JoinedSet, { north, east, south, west }: Neighbours): number {
  if (set.startsWith('roof')) {
    const column = west ? (east ? 2 : 3) : 1
    return faceNamed(`${set}_${(north ? 3 : 0) + column}.111`)
  }
  const joins = (north ? 1 : 0) + (east ? 2 : 0) + (south ? 4 : 0) + (west ? 8 : 0)
  return faceNamed(`${set}_${joins.toString(16)}.111`)
}
