// Servers do not send which cells are passable. Walls have a layer of their own; a path avoids other obstacles unless
// the detour is long.
import { type Direction, directions, neighbourOf } from '../../model/definitions/directions.ts'

export interface MapPosition {
  readonly x: number
  readonly y: number
}

/** Cost of a step onto the cell, at least 1; undefined if the cell is impassable. */
export type CellCost = (place: MapPosition) => number | undefined

const maxVisited = 3000

/**
 * Prefers straight steps; undefined if no path exists. The last cell always counts as passable, so that a tap on a door
 * or a monster walks into it.
 */
export function findPath(from: MapPosition, to: MapPosition, costOf: CellCost): Direction[] | undefined {
  const isGoal = ({ x, y }: MapPosition) => x === to.x && y === to.y
  const least = new Map<string, number>()
  const open: PathNode[] = [{ place: from, cost: 0, guess: 0, ways: [] }]
  for (let looked = 0; open.length > 0 && looked < maxVisited; looked++) {
    const at = open.reduce((best, one, n) => (one.guess < open[best]!.guess ? n : best), 0)
    const [{ place, cost, ways }] = open.splice(at, 1) as [PathNode]
    if (isGoal(place)) return [...ways]
    for (const way of directions) {
      const next = neighbourOf(place, way)
      const step = isGoal(next) ? 1 : costOf(next)
      if (step === undefined) continue
      // Diagonal steps cost slightly more, so that paths do not zigzag.
      const whole = cost + step + (way % 2 === 0 ? 0.01 : 0)
      const key = `${next.x} ${next.y}`
      if (whole >= (least.get(key) ?? Infinity)) continue
      least.set(key, whole)
      const guess = whole + Math.max(Math.abs(to.x - next.x), Math.abs(to.y - next.y))
      open.push({ place: next, cost: whole, guess, ways: [...ways, way] })
    }
  }
  return undefined
}

/** `guess`: lower bound of the cost of a path through this cell. */
interface PathNode {
  readonly place: MapPosition
  readonly cost: number
  readonly guess: number
  readonly ways: readonly Direction[]
}
