// The way to a cell over what was seen of the map. A client is not told where one can walk: walls are known by their layer,
// and what stands somewhere is walked around as long as that is not far.
import { type Direction, directions, stepped } from '../../scene/directions.ts'

export interface Place {
  readonly x: number
  readonly y: number
}

/** What a step into a cell is worth, from 1; undefined: nobody can go there. */
export type CostOf = (place: Place) => number | undefined

/** Cells that are looked at before it is given up. */
const mostLooked = 3000

/**
 * Steps from one cell to another, the cheapest, straight ones first; undefined: there is no way. The last cell is always
 * taken for free: who taps on a door or a monster wants to walk into it.
 */
export function pathTo(from: Place, to: Place, costOf: CostOf): Direction[] | undefined {
  const isGoal = ({ x, y }: Place) => x === to.x && y === to.y
  const least = new Map<string, number>()
  const open: Reached[] = [{ place: from, cost: 0, guess: 0, ways: [] }]
  for (let looked = 0; open.length > 0 && looked < mostLooked; looked++) {
    const at = open.reduce((best, one, n) => (one.guess < open[best]!.guess ? n : best), 0)
    const [{ place, cost, ways }] = open.splice(at, 1) as [Reached]
    if (isGoal(place)) return [...ways]
    for (const way of directions) {
      const next = stepped(place, way)
      const step = isGoal(next) ? 1 : costOf(next)
      if (step === undefined) continue
      // Aslant is a little dearer, or ways would zigzag.
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

/** `guess`: what the whole way costs at least, if it leads over here. */
interface Reached {
  readonly place: Place
  readonly cost: number
  readonly guess: number
  readonly ways: readonly Direction[]
}
