// Directions as the protocol numbers them: clockwise from north. 0 means no direction.

export type Direction = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8

export interface Offset {
  readonly dx: number
  readonly dy: number
}

/** Names of the directions in the order of their numbers. The names are also commands. */
export const directionNames = [
  'north',
  'northeast',
  'east',
  'southeast',
  'south',
  'southwest',
  'west',
  'northwest',
] as const

/** Offsets in the order of the directions' numbers. */
export const directionOffsets: readonly Offset[] = [
  { dx: 0, dy: -1 },
  { dx: 1, dy: -1 },
  { dx: 1, dy: 0 },
  { dx: 1, dy: 1 },
  { dx: 0, dy: 1 },
  { dx: -1, dy: 1 },
  { dx: -1, dy: 0 },
  { dx: -1, dy: -1 },
]

export const directions: readonly Direction[] = [1, 2, 3, 4, 5, 6, 7, 8]

export function offsetOf(direction: Direction): Offset {
  return directionOffsets[direction - 1]!
}

export function neighbourOf(
  { x, y }: { x: number; y: number },
  direction: Direction,
): { x: number; y: number } {
  const { dx, dy } = offsetOf(direction)
  return { x: x + dx, y: y + dy }
}

/** Parses `1` to `8`; undefined for other texts. */
export function parseDirectionNumber(text: string): Direction | undefined {
  return /^[1-8]$/.test(text) ? (Number(text) as Direction) : undefined
}

/** The closest direction to an offset; undefined if both components are 0. */
export function directionTo(dx: number, dy: number): Direction | undefined {
  if (dx === 0 && dy === 0) return undefined
  const eighths = Math.round(Math.atan2(dx, -dy) / (Math.PI / 4))
  return (((eighths + 8) % 8) + 1) as Direction
}

/** Turns clockwise by `eighths` of a circle, or counterclockwise if negative. */
export function rotateDirection(direction: Direction, eighths: number): Direction {
  return (((((direction - 1 + eighths) % 8) + 8) % 8) + 1) as Direction
}

/** Number of steps between two cells, diagonals included. */
export function distanceBetween(a: { x: number; y: number }, b: { x: number; y: number }): number {
  return Math.max(Math.abs(a.x - b.x), Math.abs(a.y - b.y))
}
