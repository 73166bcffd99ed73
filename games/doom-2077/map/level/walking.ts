// [DM-9.7]

import { crossingDirection, distanceToLine } from './line-crossing.ts'
import type { LineGrid, Point } from './line-grid.ts'
import type { DoorAndLiftPositions, SectorHeights } from './sector-heights.ts'

/**
 * Minimum distance from walls at the end of a step, in map units. The client keeps 12 units from walls, but less at
 * corners and in narrow passages. So this distance only keeps players out of the walls themselves.
 */
const minWallDistance = 2
/** Sideways offsets of the tested detours, as fractions of the largest offset that the distance tolerance allows. */
const detourOffsets = [0.25, -0.25, 0.5, -0.5, 0.75, -0.75, 1, -1] as const

/** Detours that examine this many lines take about 3 ms. */
const maxLineChecks = 100_000

export class WalkChecker {
  readonly #grid: LineGrid
  readonly #heights: SectorHeights

  constructor(grid: LineGrid, heights: SectorHeights) {
    this.#grid = grid
    this.#heights = heights
  }

  /** Whether a player can walk from `from` to `to` in one straight step. */
  isWalkable(from: Point, to: Point, doorsAndLifts: DoorAndLiftPositions): boolean {
    return !this.#grid.visitAlongPath(from, to, minWallDistance, (line) =>
      this.#isBlocking(line, from, to, doorsAndLifts),
    )
  }

  /**
   * Whether a player can walk there in one straight step, or in two steps with a detour of at most `slack` units,
   * because some of the player's MOVEs may be lost.
   */
  isReachable(from: Point, to: Point, doorsAndLifts: DoorAndLiftPositions, slack: number): boolean {
    if (this.isWalkable(from, to, doorsAndLifts)) return true
    const [dx, dy] = [to.x - from.x, to.y - from.y]
    const length = Math.hypot(dx, dy)
    if (!(slack > 0) || length === 0) return false
    const out = Math.sqrt(((length + slack) / 2) ** 2 - (length / 2) ** 2) / length
    const most = this.#grid.lineChecks + maxLineChecks
    return detourOffsets.some((part) => {
      if (this.#grid.lineChecks > most) return false
      const by = { x: from.x + dx / 2 - dy * out * part, y: from.y + dy / 2 + dx * out * part }
      return this.isWalkable(from, by, doorsAndLifts) && this.isWalkable(by, to, doorsAndLifts)
    })
  }

  #isBlocking(number: number, from: Point, to: Point, doorsAndLifts: DoorAndLiftPositions): boolean {
    const line = this.#grid.lines[number]!
    const { front, back } = line
    const crossed = crossingDirection(from, to, line)
    if (back === undefined)
      return crossed !== undefined || isTooNear(distanceToLine(to, line), distanceToLine(from, line))
    if (crossed === undefined) return false
    const [left, entered] = crossed === 'forth' ? [front, back] : [back, front]
    return !this.#heights.canEnter(left, entered, doorsAndLifts)
  }
}

/** A player who is already too near, for example at a start, may walk away from the wall. */
function isTooNear(to: number, from: number): boolean {
  return to < minWallDistance && to < from
}
