// [DM-9.7] The nearest line to the east of a point faces its sector.
import type { LineGrid, Point } from './line-grid.ts'

/**
 * Finds the sector of a point without the map's nodes. Returns undefined outside every sector. A point on a line
 * belongs to the west side of the line.
 */
export function sectorAt(grid: LineGrid, point: Point): number | undefined {
  let nearest: number | undefined
  let nearestX = Infinity
  let nearestLean = Infinity
  const { x, y } = point
  grid.visitEastOf(
    point,
    (number) => {
      const { x1, y1, x2, y2 } = grid.lines[number]!
      // A corner belongs only to the lines above it, so that a ray through a corner crosses each wall once.
      if (y1 > y === y2 > y) return false
      const lean = (x2 - x1) / (y2 - y1)
      const metX = y1 < y2 ? x1 + (y - y1) * lean : x2 + (y - y2) * lean
      const nearer = metX < nearestX || (metX === nearestX && lean < nearestLean)
      if (metX < x || !nearer) return false
      nearest = number
      nearestX = metX
      nearestLean = lean
      return false
    },
    (east) => nearestX <= east,
  )
  if (nearest === undefined) return undefined
  const { y1, y2, front, back } = grid.lines[nearest]!
  return y1 < y2 ? back : front
}
