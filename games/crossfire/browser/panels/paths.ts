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
  const key = ({ x, y }: Place) => `${x} ${y}`
  const best = new Map<
    string,
    { readonly cost: number; readonly way: Direction | undefined; readonly before: string }
  >()
  const open: { readonly place: Place; readonly cost: number; readonly guess: number }[] = []
  open.push({ place: from, cost: 0, guess: 0 })
  best.set(key(from), { cost: 0, way: undefined, before: '' })
  for (let looked = 0; open.length > 0 && looked < mostLooked; looked++) {
    const at = open.reduce((least, one, n) => (one.guess < open[least]!.guess ? n : least), 0)
    const [{ place, cost }] = open.splice(at, 1) as [(typeof open)[number]]
    if (place.x === to.x && place.y === to.y) return waysTo(key(to))
    if (cost > best.get(key(place))!.cost) continue
    for (const way of directions) {
      const next = stepped(place, way)
      const step = next.x === to.x && next.y === to.y ? 1 : costOf(next)
      if (step === undefined) continue
      // Aslant is a little dearer, or ways would zigzag.
      const whole = cost + step + (way % 2 === 0 ? 0.01 : 0)
      if (whole >= (best.get(key(next))?.cost ?? Infinity)) continue
      best.set(key(next), { cost: whole, way, before: key(place) })
      const guess = whole + Math.max(Math.abs(to.x - next.x), Math.abs(to.y - next.y))
      open.push({ place: next, cost: whole, guess })
    }
  }
  return undefined

  function waysTo(last: string): Direction[] {
    const ways: Direction[] = []
    for (let one = last; ; ) {
      const { way, before } = best.get(one)!
      if (way === undefined) return ways.reverse()
      ways.push(way)
      one = before
    }
  }
}
