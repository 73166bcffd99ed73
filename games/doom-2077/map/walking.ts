// [DM-9.7] Who may walk where: not through walls, not up what is too high, not under what is too low.
import { crossing, distance } from './crossing.ts'
import type { Heights, Movables } from './heights.ts'
import type { LineGrid, Point } from './lines.ts'

/**
 * How near to a wall a step may end. The client keeps 12 from walls, but from corners and in narrow passages less;
 * this only sees to it that nobody stands in a wall.
 */
const nearest = 2
/** Detours are tried this far out, in parts of what the slack allows. */
const detours = [0.25, -0.25, 0.5, -0.5, 0.75, -0.75, 1, -1] as const

/** Lines that are looked at for detours before no more of them are tried: 3 ms. */
const mostLooks = 100_000

export class Walking {
  readonly #grid: LineGrid
  readonly #heights: Heights

  constructor(grid: LineGrid, heights: Heights) {
    this.#grid = grid
    this.#heights = heights
  }

  /** A straight step. */
  isWalkable(from: Point, to: Point, movables: Movables): boolean {
    return !this.#grid.along(from, to, nearest, (line) => this.#stops(line, from, to, movables))
  }

  /** A step, or two by a detour that is at most `slack` longer: of a player's steps some are lost on their way. */
  reaches(from: Point, to: Point, movables: Movables, slack: number): boolean {
    if (this.isWalkable(from, to, movables)) return true
    const [dx, dy] = [to.x - from.x, to.y - from.y]
    const length = Math.hypot(dx, dy)
    if (!(slack > 0) || length === 0) return false
    const out = Math.sqrt(((length + slack) / 2) ** 2 - (length / 2) ** 2) / length
    const most = this.#grid.looks + mostLooks
    return detours.some((part) => {
      if (this.#grid.looks > most) return false
      const by = { x: from.x + dx / 2 - dy * out * part, y: from.y + dy / 2 + dx * out * part }
      return this.isWalkable(from, by, movables) && this.isWalkable(by, to, movables)
    })
  }

  #stops(number: number, from: Point, to: Point, movables: Movables): boolean {
    const line = this.#grid.lines[number]!
    const { front, back } = line
    const crossed = crossing(from, to, line)
    if (back === undefined)
      return crossed !== undefined || isTooNear(distance(to, line), distance(from, line))
    if (crossed === undefined) return false
    const [left, entered] = crossed === 'forth' ? [front, back] : [back, front]
    return !this.#heights.entered(left, entered, movables)
  }
}

/** Who stands too near already, because a start was drawn there, may at least walk away from the wall. */
function isTooNear(to: number, from: number): boolean {
  return to < nearest && to < from
}
