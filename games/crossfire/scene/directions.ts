// The eight ways, as the protocol counts them: from north, as the clock goes. 0 is to stay.

/** 1 to 8: north, and on as the clock goes. */
export type Direction = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8

export interface Step {
  readonly dx: number
  readonly dy: number
}

/** In the order of their numbers; these are commands too. */
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

/** Each way's, in the order of their numbers: to the eight cells around one. */
export const steps: readonly Step[] = [
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

/** One cell that way. */
export function stepOf(direction: Direction): Step {
  return steps[direction - 1]!
}

/** The cell that lies that way. */
export function stepped({ x, y }: { x: number; y: number }, direction: Direction): { x: number; y: number } {
  const { dx, dy } = stepOf(direction)
  return { x: x + dx, y: y + dy }
}

/** The number of a command's name; undefined: it is none of the eight. */
export function directionNamed(name: string): Direction | undefined {
  const index = (directionNames as readonly string[]).indexOf(name)
  return index < 0 ? undefined : ((index + 1) as Direction)
}

/** The number as a client says it, `0` to `8`; undefined: it is none of the eight. */
export function directionNumbered(text: string): Direction | undefined {
  return /^[1-8]$/.test(text) ? (Number(text) as Direction) : undefined
}

/** The way that comes nearest to there; undefined: it is here. */
export function toward(dx: number, dy: number): Direction | undefined {
  if (dx === 0 && dy === 0) return undefined
  const eighths = Math.round(Math.atan2(dx, -dy) / (Math.PI / 4))
  return (((eighths + 8) % 8) + 1) as Direction
}

/** `eighths` further as the clock goes; may be negative. */
export function turned(direction: Direction, eighths: number): Direction {
  return (((((direction - 1 + eighths) % 8) + 8) % 8) + 1) as Direction
}

/** How many steps it is, diagonal ones too. */
export function stepsBetween(a: { x: number; y: number }, b: { x: number; y: number }): number {
  return Math.max(Math.abs(a.x - b.x), Math.abs(a.y - b.y))
}
