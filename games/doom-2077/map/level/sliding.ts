// [DM-9.7] A circle keeps its distance from lines that it cannot cross, and slides along them.
import type { Line } from '../../import/map-data.ts'
import { distanceToLine } from './line-crossing.ts'
import type { LineGrid, Point } from './line-grid.ts'
import type { DoorAndLiftPositions, SectorHeights } from './sector-heights.ts'
import type { WalkChecker } from './walking.ts'

/** Radius of the player's circle in map units. */
const playerRadius = 12
/** Maximum length of a step in map units, so small that the circle cannot jump over a line. */
const maxStep = 8
/**
 * How often a step may push the circle off a wall. In a corner, one push moves the circle off the first wall, and
 * another push off the second.
 */
const pushOutsPerStep = 3

export class WallSliding {
  readonly #grid: LineGrid
  readonly #heights: SectorHeights
  readonly #walking: WalkChecker

  constructor(grid: LineGrid, heights: SectorHeights, walking: WalkChecker) {
    this.#grid = grid
    this.#heights = heights
    this.#walking = walking
  }

  /** Every step also satisfies `WalkChecker`. */
  move(from: Point, way: Point, doorsAndLifts: DoorAndLiftPositions): Point {
    const steps = Math.max(1, Math.ceil(Math.hypot(way.x, way.y) / maxStep))
    let at = from
    for (let n = 0; n < steps; n++) at = this.#step(at, { x: way.x / steps, y: way.y / steps }, doorsAndLifts)
    return at
  }

  #step(from: Point, { x, y }: Point, doorsAndLifts: DoorAndLiftPositions): Point {
    for (const [dx, dy] of [
      [x, y],
      [x, 0],
      [0, y],
    ] as const) {
      if (dx === 0 && dy === 0) continue
      let to: Point = { x: from.x + dx, y: from.y + dy }
      for (let n = 0; n < pushOutsPerStep; n++) to = this.#pushOffWalls(from, to, doorsAndLifts)
      if (this.#walking.isWalkable(from, to, doorsAndLifts)) return to
    }
    return from
  }

  /** Pushes the point away from the walls, to the radius or to the distance of `from` if that is smaller. */
  #pushOffWalls(from: Point, to: Point, doorsAndLifts: DoorAndLiftPositions): Point {
    let at = to
    this.#grid.visitAlongPath(to, to, playerRadius, (number) => {
      const line = this.#grid.lines[number]!
      const near = distanceToLine(at, line)
      if (near >= playerRadius) return false
      const kept = Math.min(playerRadius, distanceToLine(from, line))
      if (near >= kept || !this.#isBlocking(line, from, doorsAndLifts)) return false
      at = pushOffLine(at, from, line, kept)
      return false
    })
    return at
  }

  #isBlocking(
    { front, back, x1, y1, x2, y2 }: Line,
    from: Point,
    doorsAndLifts: DoorAndLiftPositions,
  ): boolean {
    if (back === undefined) return true
    const left = (x2 - x1) * (from.y - y1) - (y2 - y1) * (from.x - x1) > 0
    return left
      ? !this.#heights.canEnter(back, front, doorsAndLifts)
      : !this.#heights.canEnter(front, back, doorsAndLifts)
  }
}

/** Returns the point at the distance `far` from the line, on the side of `from`. */
function pushOffLine(at: Point, from: Point, { x1, y1, x2, y2 }: Line, far: number): Point {
  const [dx, dy] = [x2 - x1, y2 - y1]
  const part = Math.max(0, Math.min(1, ((at.x - x1) * dx + (at.y - y1) * dy) / (dx * dx + dy * dy)))
  const [nx, ny] = [x1 + part * dx, y1 + part * dy]
  const side = Math.sign(dx * (from.y - y1) - dy * (from.x - x1))
  const through = side !== Math.sign(dx * (at.y - y1) - dy * (at.x - x1))
  const gone = Math.hypot(at.x - nx, at.y - ny)
  if (through || gone === 0) {
    const length = Math.hypot(dx, dy)
    return { x: nx - (side * dy * far) / length, y: ny + (side * dx * far) / length }
  }
  return { x: nx + ((at.x - nx) / gone) * far, y: ny + ((at.y - ny) / gone) * far }
}
