// A map from above: sectors coloured by height, and the walls between them.
import type { Picture } from '../../picture.ts'
import { pictureSize } from '../../picture.ts'
import { Canvas, type Colour, type Point } from '../../shared/canvas.ts'
import type { Level, Line } from '../map/level/level.ts'

const rockColour: Colour = 0x0c0e18
const floorColours: readonly Colour[] = [0x1f2740, 0x283352, 0x324065, 0x3d4e79, 0x4a5e8e, 0x5a70a4]
const doorColour: Colour = 0xd98a2b
const liftColour: Colour = 0x2f9c95
const wallColour: Colour = 0xff4f5e
const edgeColour: Colour = 0x7488bd
const pickupColour: Colour = 0x63e08a
const margin = 8

type Size = { readonly width: number; readonly height: number }

/**
 * Maximum number of pixels of all lines together. Further lines are not drawn. Only a map that was made to be expensive
 * needs more pixels.
 */
const maxLinePixels = 200_000

/** A line of the plan. `front` and `back` are sector numbers. */
type PlanLine = Pick<Line, 'x1' | 'y1' | 'x2' | 'y2' | 'front' | 'back'>

/** Plain data. Lengths are in map units. */
export interface MapPlan {
  readonly lines: readonly PlanLine[]
  /** Floor height of each sector while its lift is at rest, indexed by sector. */
  readonly heights: readonly number[]
  /** Sector numbers. */
  readonly doors: readonly number[]
  readonly lifts: readonly number[]
  readonly pickups: readonly Point[]
}

export function createMapPlan(level: Level): MapPlan {
  const lines = level.lines.map(({ x1, y1, x2, y2, front, back }) => ({ x1, y1, x2, y2, front, back }))
  const last = lines.reduce((most, { front, back }) => Math.max(most, front, back ?? front), -1)
  return {
    lines,
    heights: Array.from({ length: last + 1 }, (_, sector) => level.floor(sector, level.atRest)),
    doors: level.doors.map(({ sector }) => sector),
    lifts: level.lifts.map(({ sector }) => sector),
    pickups: level.pickups.map(({ x, y }) => ({ x, y })),
  }
}

export interface MapScale {
  readonly pixels: number
  toPixels(point: Point): Point
}

export function createMapScale({ lines }: Pick<MapPlan, 'lines'>, canvas: Size): MapScale {
  const [left, right] = lineSpan(lines, ({ x1, x2 }) => [x1, x2])
  const [bottom, top] = lineSpan(lines, ({ y1, y2 }) => [y1, y2])
  const fitting = (pixels: number, units: number) => (pixels - 2 * margin) / Math.max(1, units)
  const pixels = Math.min(fitting(canvas.width, right - left), fitting(canvas.height, top - bottom))
  const [x0, y0] = [(left + right) / 2, (bottom + top) / 2]
  return {
    pixels,
    // The y axis of the map points north, and that of the picture points down.
    toPixels: ({ x, y }) => ({
      x: canvas.width / 2 + (x - x0) * pixels,
      y: canvas.height / 2 - (y - y0) * pixels,
    }),
  }
}

function lineSpan(lines: readonly PlanLine[], ends: (line: PlanLine) => [number, number]): [number, number] {
  let [least, most] = [Infinity, -Infinity]
  for (const line of lines) {
    const [a, b] = ends(line)
    least = Math.min(least, a, b)
    most = Math.max(most, a, b)
  }
  return [least, most]
}

/** Lines, sectors, and the places of doors and lifts without their state. */
export function drawPlan(plan: MapPlan, size: Size = pictureSize): Picture {
  const canvas = new Canvas(rockColour, size)
  const scale = createMapScale(plan, canvas)
  const sides = toPixelLines(plan.lines, scale)
  fillSectors(canvas, sides, sectorColours(plan))
  for (const { from, to, front, back } of sides)
    if (back !== undefined && front !== back) canvas.line(from.x, from.y, to.x, to.y, edgeColour)
  for (const { from, to, back } of sides) if (back === undefined) drawWall(canvas, from, to)
  for (const pickup of plan.pickups) drawCross(canvas, scale.toPixels(pickup))
  return canvas.picture
}

interface PixelLine {
  readonly from: Point
  readonly to: Point
  readonly front: number
  readonly back: number | undefined
}

function toPixelLines(lines: readonly PlanLine[], { toPixels }: MapScale): PixelLine[] {
  const sides: PixelLine[] = []
  let passed = 0
  for (const { x1, y1, x2, y2, front, back } of lines) {
    const [from, to] = [toPixels({ x: x1, y: y1 }), toPixels({ x: x2, y: y2 })]
    passed += 1 + Math.abs(to.x - from.x) + Math.abs(to.y - from.y)
    if (passed > maxLinePixels) break
    sides.push({ from, to, front, back })
  }
  return sides
}

function sectorColours({ lines, heights: floorOf, lifts, doors }: MapPlan): (sector: number) => Colour {
  const moving = new Map<number, Colour>([
    ...lifts.map((sector) => [sector, liftColour] as const),
    ...doors.map((sector) => [sector, doorColour] as const),
  ])
  const heights = [...new Set(lines.flatMap(({ front, back }) => [front, back ?? front]))].map(
    (sector) => floorOf[sector]!,
  )
  const lowest = heights.reduce((least, height) => Math.min(least, height), Infinity)
  const highest = heights.reduce((most, height) => Math.max(most, height), -Infinity)
  return (sector) => {
    const up = (floorOf[sector]! - lowest) / Math.max(1, highest - lowest)
    return moving.get(sector) ?? floorColours[Math.round(up * (floorColours.length - 1))]!
  }
}

/** The area between a line and the next line to its east is the sector that both lines face. */
function fillSectors(
  canvas: Canvas,
  sides: readonly PixelLine[],
  colourOf: (sector: number) => Colour,
): void {
  const rows: { x: number; west: number | undefined }[][] = Array.from({ length: canvas.height }, () => [])
  for (const { from, to, front, back } of sides) {
    // If a line goes north, which is up in the picture, its front is to the east.
    const west = to.y < from.y ? back : front
    const last = Math.max(from.y, to.y) - 0.5
    for (let row = Math.ceil(Math.min(from.y, to.y) - 0.5); row < last; row++)
      rows[row]?.push({ x: from.x + ((to.x - from.x) * (row + 0.5 - from.y)) / (to.y - from.y), west })
  }
  for (const [row, met] of rows.entries()) {
    met.sort((a, b) => a.x - b.x)
    for (const [n, { x, west }] of met.entries()) {
      if (n === 0 || west === undefined) continue
      const left = Math.ceil(met[n - 1]!.x - 0.5)
      canvas.rect(left, row, Math.ceil(x - 0.5) - left, 1, colourOf(west))
    }
  }
}

/** Draws a line two pixels thick. */
function drawWall(canvas: Canvas, from: Point, to: Point): void {
  const level = Math.abs(to.x - from.x) > Math.abs(to.y - from.y)
  const [dx, dy] = level ? [0, 1] : [1, 0]
  canvas
    .line(from.x, from.y, to.x, to.y, wallColour)
    .line(from.x - dx, from.y - dy, to.x - dx, to.y - dy, wallColour)
}

function drawCross(canvas: Canvas, { x, y }: Point): void {
  const [column, row] = [Math.floor(x), Math.floor(y)]
  canvas.rect(column - 2, row, 5, 1, pickupColour).rect(column, row - 2, 1, 5, pickupColour)
}
