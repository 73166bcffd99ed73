import type { BoardPoint } from '../board/board.ts'

export type IsCellBlocked = (x: number, y: number) => boolean

/**
 * [SR-5.2] Finds the nearest candidate by Manhattan distance, within `rangeX` columns and `rangeY` rows. Of equally
 * near candidates the last one wins, so callers pass them in ascending order of index.
 */
export function findNearest<T extends { readonly place: BoardPoint }>(
  from: BoardPoint,
  candidates: readonly T[],
  rangeX: number,
  rangeY: number,
): T | undefined {
  let best: T | undefined
  let bestDistance = Number.POSITIVE_INFINITY
  for (const candidate of candidates) {
    const dx = Math.abs(candidate.place.x - from.x)
    const dy = Math.abs(candidate.place.y - from.y)
    if (dx > rangeX || dy > rangeY || dx + dy > bestDistance) continue
    best = candidate
    bestDistance = dx + dy
  }
  return best
}

/** The possible routes, compared in this order. m: main direction, a and b: sideways, r: back. */
const routes = ['m', 'am', 'bm', 'aam', 'bbm', 'a', 'b', 'r'] as const

/**
 * [SR-5.3] The first cell of the route from `from` to `target`, or with `flee` away from `target`. Undefined if the
 * unit stays where it is.
 */
export function nextStep(
  from: BoardPoint,
  target: BoardPoint,
  flee: boolean,
  blocked: IsCellBlocked,
): BoardPoint | undefined {
  const dx = target.x - from.x
  const dy = target.y - from.y
  if (dx === 0 && dy === 0) return undefined
  const directions = bearings(dx, dy, flee)
  let best: BoardPoint | undefined
  let bestScore = flee ? 0 : Number.POSITIVE_INFINITY
  for (const route of routes) {
    const end = endOf(from, route, directions, blocked)
    if (!end) continue
    const distance = Math.abs(target.x - end.x) + Math.abs(target.y - end.y)
    const score = flee ? -distance : distance
    if (score >= bestScore) continue
    bestScore = score
    best = neighbour(from, directions[route[0] as Turn])
  }
  return best
}

type Turn = 'm' | 'a' | 'b' | 'r'
type Directions = Readonly<Record<Turn, BoardPoint>>

/**
 * A unit that flees reverses only the main direction. `a` leads towards the target on the other axis, or down or right
 * if there is no difference.
 */
function bearings(dx: number, dy: number, flee: boolean): Directions {
  const vertical = Math.abs(dy) >= Math.abs(dx)
  const ahead = (vertical ? dy : dx) > 0 !== flee ? 1 : -1
  const aside = (vertical ? dx : dy) >= 0 ? 1 : -1
  const main = (sign: number): BoardPoint => (vertical ? { x: 0, y: sign } : { x: sign, y: 0 })
  const side = (sign: number): BoardPoint => (vertical ? { x: sign, y: 0 } : { x: 0, y: sign })
  return { m: main(ahead), a: side(aside), b: side(-aside), r: main(-ahead) }
}

function endOf(
  from: BoardPoint,
  route: string,
  directions: Directions,
  blocked: IsCellBlocked,
): BoardPoint | undefined {
  let place = from
  for (const turn of route) {
    place = neighbour(place, directions[turn as Turn])
    if (blocked(place.x, place.y)) return undefined
  }
  return place
}

function neighbour(from: BoardPoint, by: BoardPoint): BoardPoint {
  return { x: from.x + by.x, y: from.y + by.y }
}
