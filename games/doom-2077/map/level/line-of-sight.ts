// [DM-9.8] A line of sight is blocked by a wall, by a closed door, and by a line whose opening is wholly above or wholly
// below both pairs of eyes.

import { crossingDirection } from './line-crossing.ts'
import type { LineGrid, Point } from './line-grid.ts'
import type { DoorAndLiftPositions, SectorHeights } from './sector-heights.ts'

export interface EyePoint extends Point {
  readonly z: number
}

/** The tested points of the target, as fractions of its width to either side. */
const testedOffsets = [0, 0.5, -0.5, 1, -1] as const

export class LineOfSight {
  readonly #grid: LineGrid
  readonly #heights: SectorHeights

  constructor(grid: LineGrid, heights: SectorHeights) {
    this.#grid = grid
    this.#heights = heights
  }

  /**
   * The result is the same from both ends. With `beside`, the target `to` is that wide to either side, because the
   * client hits every player within 100 units of its ray, even around a corner.
   */
  isVisible(from: EyePoint, to: EyePoint, doorsAndLifts: DoorAndLiftPositions, beside = 0): boolean {
    const [dx, dy] = [to.x - from.x, to.y - from.y]
    const length = Math.hypot(dx, dy)
    if (beside === 0 || length === 0) return this.#isClear(from, to, doorsAndLifts)
    return testedOffsets.some((part) => {
      const out = (beside * part) / length
      return this.#isClear(from, { x: to.x - dy * out, y: to.y + dx * out, z: to.z }, doorsAndLifts)
    })
  }

  #isClear(a: EyePoint, b: EyePoint, doorsAndLifts: DoorAndLiftPositions): boolean {
    // Both directions use the same order of the points, so that a ray through a corner gives the same result from both
    // ends.
    const [from, to] = a.x < b.x || (a.x === b.x && a.y < b.y) ? [a, b] : [b, a]
    const low = Math.min(a.z, b.z)
    const high = Math.max(a.z, b.z)
    return !this.#grid.visitAlongPath(from, to, 0, (number) => {
      const line = this.#grid.lines[number]!
      if (crossingDirection(from, to, line) === undefined) return false
      const opening = this.#heights.openingBetween(line, doorsAndLifts)
      return opening === undefined || opening.top < low || opening.bottom > high
    })
  }
}
