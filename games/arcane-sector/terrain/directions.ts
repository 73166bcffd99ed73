// [AS-3.1]
import type { Place } from './terrain.ts'

/** The numbers are those in the packets POSI and DIRE. */
export const directions = { north: 0, south: 1, west: 2, east: 3 } as const
/** Directions relative to the facing, with the numbers in the packet MOVE. */
export const moveDirections = { forward: 0, backward: 1, left: 2, right: 3 } as const

/** The step in each direction. */
const vectors: readonly Place[] = [
  { x: 0, y: -1 },
  { x: 0, y: 1 },
  { x: -1, y: 0 },
  { x: 1, y: 0 },
]

const { north, south, west, east } = directions
/** The direction of a step, indexed by facing and then by move. */
const headings: readonly (readonly number[])[] = [
  [north, south, west, east],
  [south, north, east, west],
  [west, east, south, north],
  [east, west, north, south],
]

export function isDirection(value: number): boolean {
  return value === 0 || value === 1 || value === 2 || value === 3
}

/** `facing` and `move`, and the result, are 0 to 3. */
export function directionOfMove(facing: number, move: number): number {
  return headings[facing]![move]!
}

/** `facing`: 0 to 3. Exact diagonals are front or back. */
export function sideOf(from: Place, facing: number, to: Place): 'front' | 'back' | 'left' | 'right' {
  const ahead = vectors[facing]!
  const [dx, dy] = [to.x - from.x, to.y - from.y]
  const forward = dx * ahead.x + dy * ahead.y
  const rightward = dy * ahead.x - dx * ahead.y
  if (Math.abs(forward) >= Math.abs(rightward)) return forward < 0 ? 'back' : 'front'
  return rightward < 0 ? 'left' : 'right'
}

/** `direction`: 0 to 3. The place may be outside the map. */
export function placeInDirection(place: Place, direction: number): Place {
  const vector = vectors[direction]!
  return { x: place.x + vector.x, y: place.y + vector.y }
}
